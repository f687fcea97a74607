import { expect, it } from "vitest";
import { languageOfName, languageOfShebang } from "./code-languages.ts";

it.each([
  ["a.ts", "typescript"],
  ["src/A.TSX", "tsx"],
  ["c:\\code\\main.CPP", "cpp"],
  ["Makefile", "makefile"],
  ["docker/Dockerfile.prod", "dockerfile"],
  ["notes.txt", undefined],
  ["no-extension", undefined],
])("%s is written in %s", (name, language) => {
  expect(languageOfName(name)).toBe(language);
});

it.each([
  ["#!/usr/bin/env python3\n", "python"],
  ["#!/bin/sh -e\n", "bash"],
  ["#! /usr/bin/env -S node --test\n", "javascript"],
  ["#!/usr/local/bin/ruby2.7", "ruby"],
  ["#!/usr/bin/env", undefined],
  ["#!/bin/unknown", undefined],
  ["# no shebang", undefined],
])("%j asks for %s", (line, language) => {
  expect(languageOfShebang(line)).toBe(language);
});
