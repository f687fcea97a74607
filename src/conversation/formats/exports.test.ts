import { describe, expect, it } from "vitest";
import {
  fixtures,
  lossesOf,
  readAll,
  readOne,
  said,
} from "../../../test/fixtures/conversations/read-fixtures.ts";
import { zipOf } from "../../../test/support/zip.ts";
import { normalizeConversation } from "../index.ts";

describe("ChatGPT", () => {
  it("follows the line to current_node and leaves out what is not to be remembered", async () => {
    const { conversations, errors, skipped } = await readAll(`${fixtures}chatgpt-export.zip`);
    expect(errors).toEqual([]);
    expect(conversations.map(({ title }) => title)).toEqual([
      "Move to Lisbon",
      "Sales figures",
      "Voice chat",
    ]);
    expect(skipped.map(({ reason, source }) => `${reason} ${source.name}`)).toEqual([
      "not-a-conversation chat.html",
      "not-a-conversation message_feedback.json",
      "not-a-conversation user.json",
      "do-not-remember chatgpt-export.zip/conversations.json",
    ]);
    const [lisbon] = conversations;
    expect(lisbon.messages.map(({ id }) => id)).toEqual(["l-u1", "l-a1", "l-u2", "l-a2", "l-u3", "l-a3"]);
    expect(lisbon.messages[0].time).toBe(Date.parse("2024-06-03T08:00:10.250Z"));
    expect(lisbon.messages[2].parentId).toBe("l-a1");
    expect(lossesOf(lisbon)).toEqual({
      "hidden system message": 1,
      "injected user message": 1,
      "media attachment without text": 1,
      "side-branch message": 2,
    });
  });

  it("keeps side branches behind the main line when asked, tagged with their first message", async () => {
    const { conversations } = await readAll(`${fixtures}chatgpt-export.zip`, { branches: "all" });
    const side = conversations[0].messages.filter(({ branch }) => branch !== undefined);
    expect(side.map(({ id, branch, parentId }) => [id, branch, parentId])).toEqual([
      ["l-u2-old", "l-u2-old", "l-a1"],
      ["l-a2-old", "l-u2-old", "l-u2-old"],
    ]);
    expect(conversations[0].messages.slice(-2)).toEqual(side);
  });

  it("tells words from tool calls, results and reasoning", async () => {
    const { conversations } = await readAll(`${fixtures}chatgpt-export.zip`);
    const kinds = conversations[1].messages.map(
      ({ role, parts }) => `${role} ${parts.map(({ kind }) => kind)}`,
    );
    expect(kinds).toEqual([
      "user text,attachment",
      "assistant reasoning",
      "assistant tool-call",
      "tool tool-result",
      "assistant reasoning",
      "assistant text",
      "user text",
      "assistant tool-call",
      "tool tool-result",
      "assistant text",
    ]);
    expect(conversations[1].messages[2].content).toBe("");
    expect(conversations[1].messages[5].content).toContain("\ue200cite\ue202turn0file0\ue201");
  });

  it("finds the newest leaf when current_node is gone, and keeps the text of unknown content", async () => {
    const { conversations } = await readAll(`${fixtures}chatgpt-export.zip`);
    expect(said(conversations[2].messages)).toEqual([
      "user: What should I cook tonight? I'm allergic to peanuts.",
      "assistant: How about a lentil soup? No peanuts in it.",
      "assistant: A kind of content nobody has seen yet.",
    ]);
    expect(lossesOf(conversations[2])).toMatchObject({ "unknown-part hologram_2030": 1 });
  });

  it("reads sharded exports in the shards' order, also below a folder", async () => {
    const shards = [0, 1, 10, 2].map((shard) => [
      `export/conversations-${shard}.json`,
      JSON.stringify([
        {
          mapping: { a: { id: "a", message: null, parent: null, children: [] } },
          conversation_id: `c${shard}`,
          current_node: "a",
        },
      ]),
    ]);
    const { conversations } = await readAll(zipOf(Object.fromEntries(shards)));
    expect(conversations.map(({ id }) => id)).toEqual(["c0", "c1", "c2", "c10"]);
  });

  it("survives a tree that leads in a circle", async () => {
    const node = (id: string, parent: string) => ({
      id,
      parent,
      children: [],
      message: { id, author: { role: "user" }, content: { content_type: "text", parts: [id] } },
    });
    const circle = normalizeConversation({
      mapping: { a: node("a", "b"), b: node("b", "a"), c: node("c", "c") },
      current_node: "a",
    });
    expect(circle.messages.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(lossesOf(circle)).toMatchObject({
      "malformed parents that lead in a circle": 1,
      "side-branch message": 1,
    });
  });
});

describe("Claude.ai", () => {
  it("reads blocks, attachments and the branch written last; a damaged conversation does not stop the rest", async () => {
    const { conversations, errors } = await readAll(`${fixtures}conversations/claude.json`);
    expect(said(conversations[0].messages)).toEqual([
      "user: Here is my recipe. What is wrong with it?\n\n500 g flour\n50 g salt\n350 g water, 2 h proof\n",
      "assistant: Let me check the usual share of salt.",
      "web_search: Usually 2 % of the flour.",
      "assistant: Use 10 g: salt is about 2 % of the flour.",
      "user: And the proof?",
      "assistant: Second answer, made by Retry.",
    ]);
    expect(conversations[0].messages.map(({ id }) => id)).toEqual([
      "m-1",
      "m-2",
      "m-2:2",
      "m-2:3",
      "m-3",
      "m-5",
    ]);
    expect(conversations[0].messages[0].time).toBe(Date.parse("2025-02-10T18:00:01.500Z"));
    expect(said(conversations[1].messages)).toEqual([
      "user: An old export has no blocks and no parents.",
      "assistant: Its words are in text.",
    ]);
    expect(errors.map(({ code, details }) => [code, details.place])).toEqual([["INPUT_MALFORMED", "$[2]"]]);
  });

  it("tags the retried answer when all branches are asked for", async () => {
    const { conversations } = await readAll(`${fixtures}conversations/claude.json`, { branches: "all" });
    expect(conversations[0].messages.at(-1)).toMatchObject({ id: "m-4", branch: "m-4", parentId: "m-3" });
  });
});

describe("sessions of coding agents", () => {
  it("reads Claude Code: replies joined, prompts that were taken back and sub-agents left out", async () => {
    const { conversations, errors } = await readAll(`${fixtures}conversations/claude-code.jsonl`);
    expect(errors.map(({ details }) => details.place)).toEqual(["line 17"]);
    const [session] = conversations;
    expect(session).toMatchObject({ id: "5e55-1", title: "Fix the date parser", format: "claude-code" });
    expect(said(session.messages)).toEqual([
      "user: The tests of dates.ts fail in Tokyo. We use UTC everywhere; please fix it.",
      "assistant: I'll read the parser.",
      "tool: 1\tnew Date(text)\n",
      "assistant: Fixed: the parser now reads every date as UTC.",
      "user: Now run the tests.",
      "assistant: All 212 tests pass.",
    ]);
    expect(session.messages[1].parts.map(({ kind }) => kind)).toEqual(["reasoning", "text", "tool-call"]);
    expect(session.messages[4].parts.map(({ kind }) => kind)).toEqual(["injected", "text"]);
    expect(lossesOf(session)).toMatchObject({
      "side-branch message": 2,
      "side-branch message of a sub-agent": 1,
      "malformed line": 1,
    });
  });

  it("reads Codex sessions, of today and of the first versions", async () => {
    const session = await readOne("codex.jsonl");
    expect(said(session.messages).filter((line) => !line.endsWith(": "))).toEqual([
      "system: Follow the sandbox rules.",
      "user: Rename the page to “Ferries”.",
      'tool: {"output":"","metadata":{"exit_code":0}}',
      "assistant: The page is now called “Ferries”.",
    ]);
    expect(lossesOf(session)).toMatchObject({
      "encrypted reasoning": 1,
      "injected user message": 1,
      "metadata event user_message": 1,
    });
    const old = await readOne("codex-old.jsonl");
    expect([old.id, ...said(old.messages)]).toEqual([
      "old-1",
      "user: What does main.rs do?",
      "assistant: It starts the server.",
    ]);
  });
});

describe("Slack", () => {
  it("resolves mentions, keeps threads together and leaves direct messages out", async () => {
    const { conversations, errors, skipped } = await readAll(`${fixtures}conversations/slack`);
    expect(conversations.map(({ id, title }) => [id, title])).toEqual([
      ["C1", "#general"],
      ["C2", "#random"],
    ]);
    expect(said(conversations[0].messages)).toEqual([
      "Anna: @Ben Cho can you look at #random? <b> & more: the plan (https://example.com/a?b=1) @here",
      "Ben Cho: On it, @cleo helps.",
      "Anna: Thanks, closed.",
      "Ben Cho: Unrelated: lunch at 12:30?",
      "deploys: Deploy\nv1.2.3 is live",
      "Anna: ",
    ]);
    expect(conversations[0].messages[2]).toMatchObject({
      threadId: "1709280060.000200",
      parentId: "1709280060.000200",
    });
    expect(skipped.map(({ reason, title }) => [reason, title])).toEqual([
      ["direct-message", "Anna, Ben Cho"],
      ["direct-message", "Anna, Ben Cho, cleo"],
    ]);
    expect(errors.map(({ details }) => details.place)).toEqual(["general/2024-03-01.json $[6]"]);
  });

  it("includes direct messages when asked", async () => {
    const { conversations } = await readAll(`${fixtures}conversations/slack`, {
      includeDirectMessages: true,
    });
    expect(conversations.map(({ title }) => title)).toEqual([
      "Anna, Ben Cho",
      "#general",
      "Anna, Ben Cho, cleo",
      "#random",
    ]);
  });

  it("reads one day's file on its own", async () => {
    const { conversations } = await readAll(`${fixtures}conversations/slack/general/2024-03-02.json`);
    expect(conversations[0].format).toBe("slack");
    expect(said(conversations[0].messages)).toEqual(["U1: Thanks, closed.", "U1: "]);
  });
});
