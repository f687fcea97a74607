import type { Language, Parser } from "web-tree-sitter";
import { SherdError } from "../../core/errors.ts";
import type { GrammarSource } from "./grammar-source.ts";
import { type CodeLanguage, languageEntry } from "./languages.ts";
import { rolesOf } from "./roles.ts";
import { RULES, type SyntaxRules } from "./rules.ts";
import { type CompiledGrammar, compileGrammar, SyntaxRuntime } from "./runtime.ts";

/** A grammar that is ready to parse, bound to the runtime it was opened in. */
export interface Grammar {
  readonly language: CodeLanguage;
  readonly rules: SyntaxRules;
  readonly runtime: SyntaxRuntime;
  readonly parser: Parser;
  readonly syntax: Language;
  /** {@link ROLE} of each node type, by its id. */
  readonly roles: Int32Array;
}

/** Whether a language is cut along its syntax tree. */
export function hasGrammar(language: CodeLanguage): boolean {
  return languageEntry(language).grammar !== undefined;
}

/** Grammars from one source: each is read and compiled once, and all share one runtime at a time. */
export class GrammarLibrary {
  readonly #source: GrammarSource;
  readonly #compiled = new Map<string, Promise<CompiledGrammar>>();
  readonly #roles = new WeakMap<Language, Int32Array>();
  #runtime: Promise<SyntaxRuntime> | undefined;

  constructor(source: GrammarSource = packagedGrammar) {
    this.#source = source;
  }

  /** Throws `GRAMMAR_UNAVAILABLE` if the language has no grammar or it cannot be loaded. */
  async open(language: CodeLanguage): Promise<Grammar> {
    const { grammar } = languageEntry(language);
    const rules = RULES[language];
    if (grammar === undefined || rules === undefined) {
      throw new SherdError("GRAMMAR_UNAVAILABLE", `There is no grammar for ${language}.`, { language });
    }
    const compiled = await this.#compile(`${grammar}.wasm`);
    const runtime = await this.#openRuntime();
    try {
      const { parser, language: syntax } = runtime.parserOf(compiled);
      return { language, rules, runtime, parser, syntax, roles: this.#rolesOf(syntax, rules) };
    } catch (cause) {
      runtime.retire();
      throw unavailable(`The grammar of ${language} does not load (${String(cause)}).`, cause);
    }
  }

  #compile(file: string): Promise<CompiledGrammar> {
    let compiled = this.#compiled.get(file);
    if (compiled === undefined) {
      compiled = compileGrammar(this.#source, file);
      this.#compiled.set(file, compiled);
      // What failed may be there the next time.
      compiled.catch(() => this.#compiled.delete(file));
    }
    return compiled;
  }

  async #openRuntime(): Promise<SyntaxRuntime> {
    for (;;) {
      this.#runtime ??= SyntaxRuntime.create(this.#source);
      const opened = this.#runtime;
      const runtime = await opened.catch((cause: unknown) => {
        if (this.#runtime === opened) this.#runtime = undefined;
        throw unavailable(`The syntax parser could not be started (${String(cause)}).`, cause);
      });
      if (!runtime.retired) return runtime;
      if (this.#runtime === opened) this.#runtime = undefined;
    }
  }

  #rolesOf(syntax: Language, rules: SyntaxRules): Int32Array {
    let roles = this.#roles.get(syntax);
    if (roles === undefined) {
      roles = rolesOf(syntax, rules);
      this.#roles.set(syntax, roles);
    }
    return roles;
  }
}

function unavailable(message: string, cause?: unknown): SherdError {
  return new SherdError("GRAMMAR_UNAVAILABLE", message, {}, { cause });
}

/** Grammars lie at the package's root, as far from the sources as from what is built of them. */
function packagedGrammar(file: string): URL | undefined {
  return file === "web-tree-sitter.wasm" ? undefined : new URL(`../../../grammars/${file}`, import.meta.url);
}

/** Those that the package brings. They share one parser, which is replaced when it breaks or grows large. */
export const packagedGrammars = new GrammarLibrary();
