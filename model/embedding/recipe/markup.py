"""Readers: a file's text to sections [(headings, paragraphs)], for the formats that documentation comes in."""

import html
import re

from selectolax.lexbor import LexborHTMLParser

SPACE = re.compile(r"\s+")
BLOCK = {"p", "li", "pre", "dd", "dt", "td", "blockquote", "figcaption"}
HEADING = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5}
DROP = "script,style,nav,footer,header,form,button,svg,.sidebar,.related,.sphinxsidebar,.headerlink,.navheader,.navfooter,.toc,.contents,#toc,.summary-table,.navbar,.nav,.breadcrumb"


def tidy(text):
    return SPACE.sub(" ", text).strip().strip("¶").strip()


def sections_of_html(source):
    tree = LexborHTMLParser(source)
    for node in tree.css(DROP):
        node.decompose()
    body = tree.body
    if body is None:
        return []
    sections = [([], [])]
    path = []
    term = None
    for node in body.traverse(include_text=False):
        tag = node.tag
        if tag in HEADING:
            text = tidy(node.text())
            if 0 < len(text) < 160:
                level = HEADING[tag]
                path = [p for p in path if p[0] < level] + [(level, text)]
                sections.append(([t for _, t in path], []))
        elif tag in BLOCK:
            # A block inside a block is met again on its own: only the innermost is taken.
            if node.css_first("p,li,pre,dd,table") is not None and tag != "pre" and node.css_first(tag + " p," + tag + " li," + tag + " pre," + tag + " dd") is not None:
                continue
            text = node.text().strip() if tag == "pre" else tidy(node.text())
            if not text:
                continue
            if tag == "dt":
                term = text[:200]
                continue
            if tag == "dd" and term:
                sections[-1][1].append(("term", term, text))
                term = None
                continue
            sections[-1][1].append(("code" if tag == "pre" else "text", "", text))
    return sections


MD_HEADING = re.compile(r"^(#{1,5})\s+(.+?)\s*#*$")
RST_RULE = re.compile(r"^([=\-~^\"'`#*+.:_])\1{2,}\s*$")
MD_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
RST_ROLE = re.compile(r":[a-zA-Z:+-]{2,30}:`~?([^`<\n]*)(?:\s*<[^`\n]*>)?`")
TAGS = re.compile(r"<[^>\n]{1,300}>")
IMAGE_LINE = re.compile(r"^\s*(\[!\[|!\[|\.\. (image|figure|toctree|\|)|:target:|:alt:|:width:|<img|<a |</)")


def inline(text):
    return html.unescape(TAGS.sub("", RST_ROLE.sub(r"\1", MD_LINK.sub(r"\1", text)))).replace("``", "`").replace("**", "")


def sections_of_plain(source):
    """Markdown, reStructuredText, POD and plain text: headings by their marks, paragraphs by blank lines."""
    lines = source.replace("\r\n", "\n").split("\n")
    sections = [([], [])]
    path = []
    styles = []
    block = []
    fence = False

    def flush():
        nonlocal block
        if block:
            raw = "\n".join(block)
            indented = all(line.startswith(("    ", "\t")) for line in block)
            text = raw if indented else tidy(inline(raw))
            if len(text) > 2:
                sections[-1][1].append(("code" if indented else "text", "", text))
        block = []

    def head(level, text):
        nonlocal path
        flush()
        text = tidy(inline(text)).strip("*_ ")
        if 0 < len(text) < 160:
            path = [p for p in path if p[0] < level] + [(level, text)]
            sections.append(([t for _, t in path], []))

    for index, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            if fence:
                fence = False
                if block:
                    sections[-1][1].append(("code", "", "\n".join(block)))
                    block = []
            else:
                flush()
                fence = True
            continue
        if fence:
            block.append(line)
            continue
        mark = MD_HEADING.match(line)
        if mark:
            head(len(mark.group(1)), mark.group(2))
        elif line.startswith("=head"):
            head(int(line[5]) if line[5:6].isdigit() else 1, line[6:])
        elif line.startswith("=item "):
            flush()
            block.append(line[6:])
        elif re.match(r"^=\w+", line):
            flush()
        elif RST_RULE.match(line) and len(block) == 1 and len(block[0]) <= len(line.rstrip()) + 3:
            title = block.pop()
            style = line[0]
            if style not in styles:
                styles.append(style)
            head(styles.index(style) + 1, title)
        elif RST_RULE.match(line) or IMAGE_LINE.match(line):
            flush()
        elif not line.strip():
            flush()
        else:
            block.append(line)
    flush()
    return sections


ROFF_FONT = re.compile(r"\\f(?:\[[^\]]*\]|\(..|.)|\\[&/,|^]|\\s[+-]?\d|\\m\[[^\]]*\]")
ROFF_CHAR = re.compile(r"\\\((..)|\\\[(\w+)\]")
ROFF_NAMES = {"em": "-", "en": "-", "aq": "'", "dq": '"', "lq": '"', "rq": '"', "bu": "*", "co": "(c)", "ti": "~", "ha": "^", "cq": "'", "oq": "'"}


def roff_text(text):
    text = ROFF_CHAR.sub(lambda m: ROFF_NAMES.get(m.group(1) or m.group(2), ""), ROFF_FONT.sub("", text))
    return text.replace("\\-", "-").replace("\\e", "\\").replace("\\ ", " ").replace("\\~", " ").replace("\\(", "").replace("\\:", "").replace("\\%", "")


def sections_of_man(source):
    sections = [([], [])]
    title = ""
    block = []
    term = None
    want_term = False
    code = False

    def flush():
        nonlocal block, term
        if block:
            text = "\n".join(block) if code else tidy(" ".join(block))
            if term and not code:
                sections[-1][1].append(("term", term, text))
            elif len(text) > 2:
                sections[-1][1].append(("code" if code else "text", "", text))
        block = []
        term = None

    for line in source.split("\n"):
        if line.startswith(("'\\\"", ".\\\"", "'\\")):
            continue
        if line[:1] in ".'":
            macro, _, rest = line[1:].partition(" ")
            rest = roff_text(rest).replace('"', "").strip()
            if macro in ("TH", "Dt"):
                title = rest.split(" ")[0].lower()
            elif macro in ("SH", "SS", "Sh", "Ss"):
                flush()
                sections.append(([title, rest.capitalize() if rest.isupper() else rest], []))
            elif macro in ("PP", "LP", "P", "Pp", "sp"):
                flush()
            elif macro in ("TP", "TQ"):
                flush()
                want_term = True
            elif macro in ("IP", "It"):
                flush()
                term = re.sub(r"\b(Fl|Ar|Xc|Xo|Oc|Oo|Cm|Li) ", "", rest)[:150] or None
            elif macro in ("nf", "EX", "Bd"):
                flush()
                code = True
            elif macro in ("fi", "EE", "Ed"):
                flush()
                code = False
            elif macro in ("B", "I", "BR", "BI", "IR", "RB", "RI", "IB", "Nm", "Ar", "Fl", "Xr", "Pa", "Li", "Cm", "Ic", "Va", "Fn", "Em", "Sy", "Dv", "Er", "Nd", "Op", "Dq", "Sq", "Pq", "Ql"):
                text = ("-" if macro == "Fl" else "- " if macro == "Nd" else "") + (rest or title)
                if want_term:
                    term, want_term = text[:150], False
                else:
                    block.append(text)
            continue
        text = roff_text(line)
        if want_term and text.strip():
            term, want_term = text.strip()[:150], False
        elif text.strip():
            block.append(text)
        elif not code:
            flush()
    flush()
    return sections
