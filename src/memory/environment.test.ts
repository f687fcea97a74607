import { describe, expect, it } from "vitest";
import { MEMORY_VARIABLES, turnOptionsFrom } from "./environment.ts";
import { TurnChunker } from "./turn-chunker.ts";

describe("turnOptionsFrom", () => {
  it("reads every variable by our name and by the brief's", () => {
    const expected = {
      size: 300,
      overlap: 0.1,
      minimum: 50,
      maxChunksPerTurn: 5,
      semanticBoundaries: false,
    };
    for (const prefix of ["SHERD_MEMORY_", "ATLAS_"]) {
      const environment = {
        [`${prefix}CHUNK_SIZE`]: "300",
        [`${prefix}CHUNK_OVERLAP`]: "0.1",
        [`${prefix}MIN_CHUNK_SIZE`]: "50",
        [`${prefix}MAX_CHUNKS_PER_TURN`]: "5",
        [`${prefix}SEMANTIC_BOUNDARIES`]: "False",
      };
      expect(turnOptionsFrom({}, environment)).toEqual(expected);
      expect(MEMORY_VARIABLES).toEqual(expect.arrayContaining(Object.keys(environment)));
    }
  });

  it("takes an option before ours, ours before the brief's, and the default last", () => {
    const environment = { SHERD_MEMORY_CHUNK_SIZE: "300", ATLAS_CHUNK_SIZE: "200" };
    expect(turnOptionsFrom({ size: 500 }, environment).size).toBe(500);
    expect(turnOptionsFrom({}, environment).size).toBe(300);
    expect(turnOptionsFrom({}, { ...environment, SHERD_MEMORY_CHUNK_SIZE: " " }).size).toBe(200);
    expect(turnOptionsFrom({}, {})).toEqual({});
  });

  it("gives the chunker what it needs", () => {
    const options = turnOptionsFrom({}, { ATLAS_CHUNK_SIZE: "200" });
    expect(new TurnChunker(options).fingerprint).toBe(new TurnChunker({ size: 200 }).fingerprint);
  });

  it.each([
    ["SHERD_MEMORY_CHUNK_SIZE", "0"],
    ["SHERD_MEMORY_CHUNK_SIZE", "4e2"],
    ["ATLAS_CHUNK_SIZE", "big"],
    ["ATLAS_CHUNK_OVERLAP", "0.6"],
    ["SHERD_MEMORY_CHUNK_OVERLAP", "80"],
    ["SHERD_MEMORY_CHUNK_OVERLAP", "-0.1"],
    ["SHERD_MEMORY_MIN_CHUNK_SIZE", "-1"],
    ["SHERD_MEMORY_MAX_CHUNKS_PER_TURN", "0"],
    ["ATLAS_SEMANTIC_BOUNDARIES", "maybe"],
  ])("%s=%s is refused with its name and value", (name, value) => {
    let thrown: unknown;
    try {
      turnOptionsFrom({}, { [name]: value });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: "INVALID_OPTION", details: { option: name, value } });
    expect(String(thrown)).toContain(name);
    expect(String(thrown)).toContain(JSON.stringify(value));
  });

  it("does not look at what an option stands before", () => {
    expect(turnOptionsFrom({ size: 500 }, { SHERD_MEMORY_CHUNK_SIZE: "big" }).size).toBe(500);
  });

  it("names the variables of a minimum that its size does not allow", () => {
    const both = { SHERD_MEMORY_MIN_CHUNK_SIZE: "200", ATLAS_CHUNK_SIZE: "150" };
    expect(() => turnOptionsFrom({}, both)).toThrow(/SHERD_MEMORY_MIN_CHUNK_SIZE.*ATLAS_CHUNK_SIZE = 150/);
    expect(() => turnOptionsFrom({ minimum: 200 }, { ATLAS_CHUNK_SIZE: "150" })).toThrow("ATLAS_CHUNK_SIZE");
    expect(() => turnOptionsFrom({ size: 90 }, { ATLAS_MIN_CHUNK_SIZE: "100" })).toThrow("size = 90");
  });
});
