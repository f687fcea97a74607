/**
 * The prefix our readers know a namespace by, whatever prefix a file uses for it. Office files come in two
 * dialects (transitional and strict) with different names for the same namespaces.
 */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...office("wordprocessingml", "w:"),
  ...office("spreadsheetml", "x:"),
  ...office("presentationml", "p:"),
  ...office("drawingml", "a:"),
  ["http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm:"],
  ["http://purl.oclc.org/ooxml/drawingml/diagram", "dgm:"],
  ["http://schemas.openxmlformats.org/officeDocument/2006/math", "m:"],
  ["http://purl.oclc.org/ooxml/officeDocument/math", "m:"],
  ["http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r:"],
  ["http://purl.oclc.org/ooxml/officeDocument/relationships", "r:"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc:"],
  ["http://purl.org/dc/elements/1.1/", "dc:"],
  ["http://www.idpf.org/2007/ops", "epub:"],
]);

function office(language: string, prefix: string): [string, string][] {
  return [
    [`http://schemas.openxmlformats.org/${language}/2006/main`, prefix],
    [`http://purl.oclc.org/ooxml/${language}/main`, prefix],
  ];
}

/** Real files use some hundred names; hostile ones could use millions. */
const MAX_CACHED_NAMES = 4_096;

interface Scope {
  readonly prefixes: ReadonlyMap<string, string>;
  /** Names already resolved in this scope. */
  readonly names: Map<string, string>;
  /** Attributes need no renaming here. */
  readonly plain: boolean;
}

/** Gives names our prefixes while elements open and close. A name in an unknown namespace loses its prefix. */
export class Namespaces {
  readonly #scopes: Scope[] = [{ prefixes: new Map(), names: new Map(), plain: true }];

  /** Opens an element's scope; gives its attributes under our names. */
  enter(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const outer = this.#scopes[this.#scopes.length - 1];
    let prefixes: Map<string, string> | undefined;
    for (const name in attributes) {
      if (!name.startsWith("xmlns")) continue;
      prefixes ??= new Map(outer.prefixes);
      prefixes.set(name.slice("xmlns:".length), PREFIXES.get(attributes[name]) ?? "");
    }
    this.#scopes.push(prefixes === undefined ? outer : newScope(prefixes));
    const scope = this.#scopes[this.#scopes.length - 1];
    if (scope.plain) return attributes;
    const renamed: Record<string, string> = Object.create(null);
    for (const name in attributes) {
      renamed[name.includes(":") ? resolve(name, scope) : name] = attributes[name];
    }
    return renamed;
  }

  /** An element's name in the innermost scope. */
  name(raw: string): string {
    return resolve(raw, this.#scopes[this.#scopes.length - 1]);
  }

  leave(): void {
    this.#scopes.pop();
  }
}

function newScope(prefixes: ReadonlyMap<string, string>): Scope {
  let plain = true;
  for (const [used, known] of prefixes)
    if (used !== "" && known !== "" && `${used}:` !== known) plain = false;
  return { prefixes, names: new Map(), plain };
}

function resolve(raw: string, scope: Scope): string {
  const cached = scope.names.get(raw);
  if (cached !== undefined) return cached;
  const colon = raw.indexOf(":");
  const prefix = scope.prefixes.get(colon < 0 ? "" : raw.slice(0, colon));
  // A prefix that nobody declared is taken to mean what it usually does.
  const resolved = prefix === undefined ? raw : prefix + raw.slice(colon + 1);
  if (scope.names.size < MAX_CACHED_NAMES) scope.names.set(raw, resolved);
  return resolved;
}
