import type { CodeLanguage } from "./languages.ts";

/**
 * What the node types of a grammar mean here. Where to cut follows from the tree's shape alone and needs
 * none of it; names, scopes and imports do.
 */
export interface SyntaxRules {
  /** Nodes that define something by name and open its scope. */
  readonly scopes: readonly string[];
  /** Those of them that always belong to something else, so that their name alone does not reach them. */
  readonly members?: readonly string[];
  /** Scopes whose members are still the module's own. */
  readonly namespaces?: readonly string[];
  /** What holds definitions without being one: conditional compilation, `extern "C"`. */
  readonly groups?: readonly string[];
  /** Functions and classes without a name of their own; they take that of what they are bound to. */
  readonly anonymous?: readonly string[];
  /** Nodes that bind a name, which stands first, to a value. */
  readonly binders?: readonly string[];
  /** What surrounds a single definition or statement and has no meaning by itself here. */
  readonly wrappers?: readonly string[];
  /** Module-level declarations of constants, variables and types that open no scope. */
  readonly values?: readonly string[];
  /** What stands at the top of a file for all of it: package clauses, settings. */
  readonly headers?: readonly string[];
  readonly imports?: readonly string[];
  /** Statements that are imports if their text says so. */
  readonly importLike?: { readonly types: readonly string[]; readonly pattern: RegExp };
  /** What stands before the thing it belongs to: decorators, attributes, access specifiers. */
  readonly prefixes?: readonly string[];
  /** Leaves that name something. */
  readonly identifiers: readonly string[];
  /** Leaves that name something only where they are bound. */
  readonly boundIdentifiers?: readonly string[];
  /** Nodes whose first child names a parameter or a key, and so is not read. */
  readonly keyed?: readonly string[];
  /** What begins a line of comment, where the grammar takes such lines for the end of what they follow. */
  readonly lineComment?: string;
  /** Whether a scope's title is its whole opening instead of a name, as with CSS selectors. */
  readonly titleByOpening?: boolean;
  /** Put before a text that lacks it, where the grammar would take the text for something else. */
  readonly opening?: { readonly text: string; readonly unless: RegExp };
}

const JAVASCRIPT: SyntaxRules = {
  scopes: [
    "function_declaration",
    "generator_function_declaration",
    "class_declaration",
    "method_definition",
  ],
  members: ["method_definition"],
  anonymous: ["arrow_function", "function_expression", "generator_function", "class"],
  binders: ["variable_declarator", "assignment_expression", "pair", "field_definition"],
  wrappers: ["export_statement", "lexical_declaration", "variable_declaration", "expression_statement"],
  values: ["variable_declarator"],
  headers: ["hash_bang_line"],
  imports: ["import_statement"],
  importLike: {
    types: ["lexical_declaration", "variable_declaration"],
    pattern: /^(?:const|let|var)\s[^=;]{1,300}=\s*require\s*\(/,
  },
  prefixes: ["decorator"],
  identifiers: ["identifier", "shorthand_property_identifier"],
  boundIdentifiers: ["shorthand_property_identifier_pattern"],
};

const TYPESCRIPT: SyntaxRules = {
  ...JAVASCRIPT,
  scopes: [
    ...JAVASCRIPT.scopes,
    "abstract_class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "function_signature",
    "method_signature",
    "abstract_method_signature",
  ],
  members: ["method_definition", "method_signature", "abstract_method_signature"],
  namespaces: ["internal_module", "module"],
  binders: ["variable_declarator", "assignment_expression", "pair", "public_field_definition"],
  wrappers: [...(JAVASCRIPT.wrappers ?? []), "ambient_declaration"],
  prefixes: ["decorator", "accessibility_modifier", "override_modifier"],
  imports: ["import_statement", "import_alias"],
  identifiers: [...JAVASCRIPT.identifiers, "type_identifier"],
};

const C: SyntaxRules = {
  scopes: [
    "function_definition",
    "struct_specifier",
    "union_specifier",
    "enum_specifier",
    "type_definition",
    "preproc_function_def",
  ],
  groups: ["preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification"],
  wrappers: ["declaration"],
  values: ["declaration", "preproc_def"],
  imports: ["preproc_include"],
  identifiers: ["identifier", "type_identifier"],
};

/** Languages with a grammar. A test holds every name here against the grammar itself. */
export const RULES: Partial<Record<CodeLanguage, SyntaxRules>> = {
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  python: {
    scopes: ["function_definition", "class_definition"],
    wrappers: ["decorated_definition", "expression_statement"],
    values: ["assignment", "type_alias_statement"],
    imports: ["import_statement", "import_from_statement", "future_import_statement"],
    prefixes: ["decorator"],
    identifiers: ["identifier"],
    keyed: ["keyword_argument"],
  },
  go: {
    scopes: ["function_declaration", "method_declaration", "type_spec", "type_alias"],
    wrappers: ["type_declaration"],
    values: ["const_spec", "var_spec"],
    headers: ["package_clause"],
    imports: ["import_declaration"],
    identifiers: ["identifier", "type_identifier", "package_identifier"],
  },
  rust: {
    scopes: [
      "function_item",
      "function_signature_item",
      "struct_item",
      "union_item",
      "enum_item",
      "trait_item",
      "impl_item",
      "macro_definition",
    ],
    namespaces: ["mod_item"],
    groups: ["foreign_mod_item"],
    values: ["const_item", "static_item", "type_item"],
    imports: ["use_declaration", "extern_crate_declaration"],
    importLike: { types: ["mod_item"], pattern: /^(?:pub(?:\([^)]{0,60}\))?\s+)?mod\s+\w+\s*;/ },
    prefixes: ["attribute_item", "inner_attribute_item"],
    identifiers: ["identifier", "type_identifier"],
  },
  java: {
    scopes: [
      "class_declaration",
      "interface_declaration",
      "enum_declaration",
      "record_declaration",
      "annotation_type_declaration",
      "method_declaration",
      "constructor_declaration",
      "compact_constructor_declaration",
    ],
    headers: ["package_declaration"],
    imports: ["import_declaration"],
    identifiers: ["identifier", "type_identifier"],
  },
  c: C,
  cpp: {
    ...C,
    scopes: [...C.scopes, "class_specifier", "concept_definition"],
    namespaces: ["namespace_definition"],
    wrappers: [...(C.wrappers ?? []), "template_declaration"],
    values: [...(C.values ?? []), "alias_declaration"],
    imports: ["preproc_include", "import_declaration", "using_declaration"],
    prefixes: ["access_specifier"],
    identifiers: ["identifier", "type_identifier", "namespace_identifier"],
  },
  csharp: {
    scopes: [
      "class_declaration",
      "struct_declaration",
      "interface_declaration",
      "enum_declaration",
      "record_declaration",
      "delegate_declaration",
      "method_declaration",
      "constructor_declaration",
      "destructor_declaration",
      "property_declaration",
      "operator_declaration",
      "conversion_operator_declaration",
      "indexer_declaration",
      "event_declaration",
      "local_function_statement",
    ],
    namespaces: ["namespace_declaration"],
    wrappers: ["global_statement"],
    headers: ["file_scoped_namespace_declaration"],
    imports: ["using_directive", "extern_alias_directive"],
    identifiers: ["identifier"],
  },
  ruby: {
    scopes: ["method", "singleton_method", "class", "module"],
    values: ["assignment"],
    importLike: { types: ["call"], pattern: /^(?:require|require_relative|load|autoload)[ (]/ },
    identifiers: ["identifier", "constant"],
  },
  php: {
    scopes: [
      "function_definition",
      "method_declaration",
      "class_declaration",
      "interface_declaration",
      "trait_declaration",
      "enum_declaration",
    ],
    namespaces: ["namespace_definition"],
    anonymous: ["anonymous_function", "arrow_function"],
    binders: ["assignment_expression"],
    wrappers: ["expression_statement"],
    values: ["const_element", "assignment_expression"],
    headers: ["php_tag", "declare_statement", "namespace_definition"],
    imports: ["namespace_use_declaration"],
    importLike: {
      types: ["expression_statement"],
      pattern: /^(?:require|require_once|include|include_once)\b/,
    },
    prefixes: ["attribute_list"],
    identifiers: ["name", "variable_name"],
    opening: { text: "<?php\n", unless: /<\?(?:php|=)/i },
  },
  kotlin: {
    scopes: [
      "class_declaration",
      "object_declaration",
      "companion_object",
      "function_declaration",
      "secondary_constructor",
    ],
    values: ["property_declaration", "type_alias"],
    headers: ["file_annotation", "package_header"],
    imports: ["import"],
    identifiers: ["identifier"],
  },
  bash: {
    scopes: ["function_definition"],
    values: ["variable_assignment"],
    importLike: { types: ["command"], pattern: /^(?:source|\.)\s/ },
    identifiers: ["variable_name", "command_name"],
  },
  json: { scopes: ["pair"], identifiers: [] },
  toml: { scopes: ["table", "table_array_element", "pair"], identifiers: [], lineComment: "#" },
  css: {
    scopes: ["rule_set", "media_statement", "supports_statement", "keyframes_statement", "at_rule"],
    identifiers: [],
    titleByOpening: true,
  },
  html: { scopes: [], identifiers: [] },
};
