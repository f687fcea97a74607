import { languageOf } from "../code/languages.ts";
import type { Found } from "./content.ts";

/** How far into a text its first lines are looked at. */
const REACH = 4_096;

/** Programs named by `#!` whose language has another name. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  sh: "bash",
  dash: "bash",
  ash: "bash",
  busybox: "bash",
  nodejs: "javascript",
  bun: "javascript",
  deno: "typescript",
  "ts-node": "typescript",
  rscript: "r",
  luajit: "lua",
  escript: "erlang",
  pypy: "python",
};

/** Openings that only one format has, in lower case. */
const OPENINGS: readonly (readonly [start: string, found: Found])[] = [
  ["<!doctype html", { type: "html" }],
  ["<html", { type: "html" }],
  ["<?php", { type: "code", language: "php" }],
  ["<?=", { type: "code", language: "php" }],
  ["<svg", { type: "code", language: "xml" }],
  ["<!doctype", { type: "code", language: "xml" }],
  ["%yaml", { type: "yaml" }],
  ["%!ps", { type: "code" }],
  ["diff --git ", { type: "code" }],
  ["-----begin ", { type: "text" }],
];

/** Commands that begin a LaTeX file, after comments. */
const LATEX = [
  "\\documentclass",
  "\\documentstyle",
  "\\begin{document}",
  "\\providespackage",
  "\\needstexformat",
];

/** What a text's first lines name outright. `head` is its beginning. */
export function foundInFirstLines(head: string): Found | undefined {
  const top = head.slice(0, REACH).replace(/^\ufeff/, "");
  if (top.startsWith("#!")) return fromShebang(firstLine(top));
  const start = top.trimStart().toLowerCase();
  if (start.startsWith("<?xml"))
    return { type: start.includes("<html") ? "html" : "code", ...xmlUnlessHtml(start) };
  const opening = OPENINGS.find(([prefix]) => start.startsWith(prefix));
  if (opening !== undefined) return opening[1];
  if (opensLatex(start)) return { type: "latex" };
  if (/^(?:index: \S+\n=+\n)?--- \S.*\n\+\+\+ \S.*\n@@ -\d/.test(start)) return { type: "code" };
  return fromModeLine(top);
}

function xmlUnlessHtml(start: string): { language?: string } {
  return start.includes("<html") ? {} : { language: "xml" };
}

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return (end < 0 ? text : text.slice(0, end)).trim();
}

/** `#!/usr/bin/env -S node --flag`, `#!/bin/sh -e`, `#!python3.11`. */
function fromShebang(line: string): Found | undefined {
  const words = line
    .slice(2)
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith("-") && !word.includes("="));
  const programs = words.map((word) => word.slice(word.lastIndexOf("/") + 1).toLowerCase());
  const program = programs[0] === "env" ? programs[1] : programs[0];
  // Rust's `#![attribute]` is no shebang.
  if (program === undefined || line.startsWith("#![")) return undefined;
  const name = program.replace(/[\d.]+$/, "");
  const language = INTERPRETERS[name] ?? languageOf(name);
  return language === undefined ? { type: "code" } : { type: "code", language };
}

function opensLatex(start: string): boolean {
  for (const line of start.split("\n", 60)) {
    const content = line.trim();
    if (content === "" || content.startsWith("%")) continue;
    return LATEX.some((command) => content.startsWith(command));
  }
  return false;
}

/** Types of their own are not told by a mode line: they have surer signs. */
const NOT_CODE: ReadonlySet<string> = new Set(["html", "json", "yaml", "toml"]);

/** Editors' mode lines: `-*- mode: python -*-`, `-*- C++ -*-`, `vim: set ft=ruby :`. */
function fromModeLine(top: string): Found | undefined {
  for (const line of top.split("\n", 3)) {
    const name =
      emacsMode(line) ?? /\bvim?:.{0,80}\b(?:ft|filetype|syntax)=(\w+)/.exec(line.slice(0, 200))?.[1];
    const language = name === undefined ? undefined : languageOf(name.toLowerCase());
    if (language !== undefined && !NOT_CODE.has(language)) return { type: "code", language };
  }
  return undefined;
}

function emacsMode(line: string): string | undefined {
  const open = line.indexOf("-*-");
  const close = open < 0 ? -1 : line.indexOf("-*-", open + 3);
  if (close < 0 || close - open > 200) return undefined;
  const inside = line.slice(open + 3, close);
  const mode = inside.toLowerCase().indexOf("mode:");
  // Without "mode:" the mode is all there is; "coding: utf-8" is none.
  const name = (mode < 0 ? inside : inside.slice(mode + 5)).split(";", 1)[0].trim();
  return name === "" || name.includes(":") ? undefined : name;
}
