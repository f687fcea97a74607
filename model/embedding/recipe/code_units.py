"""Functions and types with their documentation, out of Python, Rust, JavaScript and TypeScript sources."""

import ast
import re

MAX_CODE = 1600


def split_name(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).strip()


def summary_of(doc):
    """The first paragraph, without markup, or nothing when it says too little."""
    first = re.split(r"\n\s*\n|\n\s*(?:@|:param|Parameters|Args|Returns|#)", doc.strip())[0]
    first = re.sub(r"\s+", " ", re.sub(r":[\w:]+:`~?([^`]*)`|\{@\w+ ([^}]*)\}|\[`?([^\]`]*)`?\](?:\([^)]*\))?", lambda m: next(g for g in m.groups() if g is not None), first)).replace("``", "`").strip()
    return first if 15 <= len(first) <= 400 and " " in first else ""


def python_units(source):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = source.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        doc = ast.get_docstring(node)
        start, end = node.lineno - 1, node.end_lineno
        if end - start < 4:
            continue
        summary = summary_of(doc) if doc else ""
        if doc and node.body and len(node.body) > 1:
            body = lines[start : node.body[0].lineno - 1] + lines[node.body[0].end_lineno : end]
        else:
            body = lines[start:end]
        kind = "class" if isinstance(node, ast.ClassDef) else "function"
        yield kind, node.name, summary, "\n".join(body)[:MAX_CODE], (doc or "")[:MAX_CODE]


def braced(source, start):
    """The end of the item that starts here: its closing brace, or the semicolon before any brace."""
    depth = 0
    limit = min(len(source), start + MAX_CODE * 2)
    for index in range(start, limit):
        char = source[index]
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth <= 0:
                return index + 1
        elif char == ";" and depth == 0:
            return index + 1
    return limit


RUST = re.compile(
    r"((?:^[ \t]*///[^\n]*\n)*)(?:^[ \t]*#\[[^\n]*\n)*^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:default )?(?:const )?(?:async )?(?:unsafe )?(?:extern \"C\" )?(fn|struct|enum|trait|impl|macro_rules!|mod|type)\b[ \t]*(?:<[^>\n]*>)?[ \t]*([A-Za-z_]\w*)?[^\n]*",
    re.M,
)


def rust_units(source):
    for match in RUST.finditer(source):
        kind, name = match.group(2), match.group(3) or ""
        begin = match.end(1)
        body = source[begin : braced(source, match.start(2))].strip("\n")
        if len(body) < 120 and not match.group(1):
            continue
        doc = "\n".join(line.strip()[3:].strip() for line in match.group(1).strip().split("\n")) if match.group(1).strip() else ""
        kind = {"fn": "function", "impl": "implementation", "macro_rules!": "macro", "mod": "module"}.get(kind, kind)
        yield kind, name, summary_of(doc) if doc else "", body[:MAX_CODE], doc[:MAX_CODE]


SCRIPT = re.compile(
    r"(?:/\*\*((?:[^*]|\*(?!/)){10,2000})\*/\s*\n)?^[ \t]*(?:export )?(?:declare )?(?:default )?(?:abstract )?(?:public |private |protected |static |readonly )*(async function|function|class|interface|type|const|let|enum|(?=[a-zA-Z_]\w*\())\*?[ \t]*([A-Za-z_$][\w$]*)[^\n]*",
    re.M,
)


def script_units(source):
    for match in SCRIPT.finditer(source):
        name = match.group(3)
        if name in ("if", "for", "while", "switch", "return", "catch", "require", "super"):
            continue
        doc = re.sub(r"^\s*\*? ?", "", match.group(1) or "", flags=re.M)
        begin = match.start(2) if match.group(1) else match.start()
        body = source[begin : braced(source, begin)].strip("\n")
        if len(body) < 150 and not (doc and len(body) > 25):
            continue
        kind = {"async function": "function", "": "method", "const": "constant", "let": "variable"}.get(match.group(2), match.group(2))
        yield kind, name, summary_of(doc) if doc else "", body[:MAX_CODE], doc[:MAX_CODE]


UNITS = {".py": python_units, ".rs": rust_units, ".ts": script_units, ".js": script_units, ".mjs": script_units, ".tsx": script_units, ".jsx": script_units}
