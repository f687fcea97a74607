import { describe, expect, it } from "vitest";
import { importNames } from "./import-names.ts";
import type { CodeLanguage } from "./languages.ts";

describe("importNames", () => {
  it.each<[CodeLanguage, string, string[]]>([
    ["typescript", `import a from "x";`, ["a"]],
    ["typescript", `import a, { b, c as d, type E, type F as G } from "x";`, ["a", "b", "d", "E", "G"]],
    ["typescript", `import type { Type } from "x";`, ["Type"]],
    ["typescript", `import type from "x";`, ["type"]],
    ["typescript", `import { type } from "x";`, ["type"]],
    ["typescript", `import { default as a } from "x";`, ["a"]],
    ["typescript", `import * as all from "x";`, ["all"]],
    ["typescript", `import "x";`, []],
    ["typescript", `import fs = require("fs");`, ["fs"]],
    [
      "typescript",
      `import {\n  a, // first\n  /* second */ b,\n} from "https://example.org/x.ts";`,
      ["a", "b"],
    ],
    ["javascript", `const a = require("x");`, ["a"]],
    ["javascript", `const { a, b: c, d = 1 } = require("x"), e = require("y").z;`, ["a", "c", "d", "e"]],
    ["python", "import a", ["a"]],
    ["python", "import a.b.c", ["a"]],
    ["python", "import a.b as c, d", ["c", "d"]],
    ["python", "from . import a", ["a"]],
    ["python", "from a.b import (c,  # first\n    d as e,\n)", ["c", "e"]],
    ["python", "from __future__ import annotations", []],
    ["go", `import "fmt"`, ["fmt"]],
    [
      "go",
      `import (\n\t"a/b"\n\tc "d"\n\t_ "e"\n\t"f/v2"\n\t"gopkg.in/yaml.v3"\n\t"x/go-redis"\n)`,
      ["b", "c", "f", "yaml", "go", "redis"],
    ],
    ["rust", "use a::b;", ["b"]],
    ["rust", "pub use a::{self, b as c, d::{e, f as _}};", ["a", "c", "e"]],
    ["rust", "extern crate a as b;", ["b"]],
    ["rust", "mod a;", ["a"]],
    ["java", "import a.b.C;", ["C"]],
    ["java", "import static a.B.c;", ["c"]],
    ["kotlin", "import a.b.C", ["C"]],
    ["kotlin", "import a.b.C as D", ["D"]],
    ["php", "use A\\B;", ["B"]],
    ["php", "use A\\{B, C as D}, E\\F;", ["B", "D", "F"]],
    ["php", "use function A\\b;", ["b"]],
    ["cpp", "using std::string;", ["string"]],
    ["csharp", "using A = B.C;", ["A"]],
    ["csharp", "extern alias A;", ["A"]],
  ])("%s: %s", (language, statement, names) => {
    expect(importNames(statement, language)).toEqual({ names, isWildcard: false });
  });

  it.each<[CodeLanguage, string]>([
    ["python", "from a import *"],
    ["go", `import . "a"`],
    ["rust", "use a::*;"],
    ["java", "import a.*;"],
    ["kotlin", "import a.*"],
    ["csharp", "using System;"],
    ["csharp", "using static System.Math;"],
    ["c", "#include <stdio.h>"],
    ["cpp", "using namespace std;"],
    ["php", "require_once 'a.php';"],
    ["ruby", `require "json"`],
    ["bash", "source ./a.sh"],
  ])("%s: %s may bring any name", (language, statement) => {
    expect(importNames(statement, language)).toEqual({ names: [], isWildcard: true });
  });

  it("takes a statement that no one wrote for a wildcard", () => {
    const names = Array.from({ length: 5_000 }, (_, i) => `name${i}`).join(", ");
    expect(importNames(`import { ${names} } from "x";`, "typescript").isWildcard).toBe(true);
  });
});
