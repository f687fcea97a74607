// node speed.mjs FILE TURNS fill: makes a memory of many turns. node speed.mjs FILE TURNS measure: how long recall and a
// durable remember take on it, and how much memory the process has. Run by ./index.mjs, each in a process of its own.

import { statSync } from "node:fs";
import { EpisodicMemory } from "../../src/memory/episodic-memory.ts";
import { Chance } from "./sets/chance.ts";
import { ANSWERS, ATTRIBUTES, QUESTIONS, SMALL_TALK, STATEMENTS, SUBJECTS } from "./sets/wordings.ts";

const [location, size, work] = process.argv.slice(2);
const RECALLS = 400;
const WARM_UP = 20;
const REMEMBERS = 200;
/** Recalls of which each comes after a remember, as in a conversation. */
const BOTH = 100;
const DAY = 86_400_000;

const chance = new Chance(work === "fill" ? 7 : 8);
const fill = (wording, subject, attribute = "", value = "") =>
  wording.replace("{s}", subject).replace("{a}", attribute).replace("{v}", value);

/** Facts and small talk in the words of the sets, each with words of its own as names are. */
function turn(index) {
  const subject = `${chance.pick(SUBJECTS)} ${name()}`;
  const attribute = chance.pick(ATTRIBUTES);
  const said =
    chance.next() < 0.6
      ? [
          fill(chance.pick(STATEMENTS), subject, attribute.name, attribute.value(chance)),
          chance.pick(ANSWERS),
        ]
      : chance.pick(SMALL_TALK).map((text) => fill(text, subject));
  const more = Array.from({ length: chance.between(0, 4) }, () =>
    fill(chance.pick(STATEMENTS), name(), name(), name()),
  );
  return {
    id: `t${index}`,
    user: said[0],
    assistant: [said[1], ...more].join(" "),
    at: Date.now() - Math.floor(chance.next() * 365 * DAY),
    session: `s${Math.floor(index / 20)}`,
  };
}

function name() {
  return Array.from({ length: chance.between(2, 4) }, () =>
    chance.pick("ka lo mi ter van dor sel pin gra ost".split(" ")),
  ).join("");
}

async function* exported(count) {
  yield Buffer.from('{"kind":"sherd-memory","version":1}\n');
  for (let index = 0; index < count; index++) yield Buffer.from(`${JSON.stringify(turn(index))}\n`);
  yield Buffer.from(`{"kind":"sherd-memory-end","turns":${count}}\n`);
}

function quantiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p95: at(0.95), most: sorted.at(-1) };
}

async function timed(count, work) {
  const times = [];
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await work(index);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { ...quantiles(times), processor: (user + system) / 1_000 / count };
}

async function filled() {
  const started = performance.now();
  const before = process.cpuUsage();
  const memory = await EpisodicMemory.open(location, { environment: {} });
  await memory.import(exported(Number(size)));
  await memory.close();
  const { user, system } = process.cpuUsage(before);
  return {
    milliseconds: performance.now() - started,
    processor: (user + system) / 1_000,
    peak: 1_024 * process.resourceUsage().maxRSS,
  };
}

async function measured() {
  const bytes = statSync(location).size;
  const memory = await EpisodicMemory.open(location, { environment: {} });
  const question = () =>
    fill(chance.pick(QUESTIONS), `${chance.pick(SUBJECTS)} ${name()}`, chance.pick(ATTRIBUTES).name);
  const opened = performance.now();
  await memory.recall(question());
  const first = performance.now() - opened;
  for (let i = 0; i < WARM_UP; i++) await memory.recall(question());
  const recall = await timed(RECALLS, () => memory.recall(question()));
  const rss = process.memoryUsage().rss;
  const rememberOne = (index) => {
    const { user, assistant } = turn(index);
    return memory.remember(user, assistant, { session: "now" });
  };
  // The first one of a process loads what tells languages apart.
  const firstRemember = await timed(1, rememberOne);
  await timed(WARM_UP, rememberOne);
  const remember = await timed(REMEMBERS, rememberOne);
  const after = [];
  for (let i = 0; i < BOTH; i++) {
    await rememberOne(i);
    const started = performance.now();
    await memory.recall(question());
    after.push(performance.now() - started);
  }
  await memory.close();
  return {
    turns: Number(size),
    first,
    firstRemember: firstRemember.most,
    recall,
    remember,
    recallAfterRemember: quantiles(after),
    rss,
    bytes,
  };
}

console.log(JSON.stringify(work === "fill" ? await filled() : await measured()));
