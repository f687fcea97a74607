/** Trains the classifier and writes its weights: `node train.ts`. */
import { BUCKETS, type Counted, countFeatures, readSnippets, rowsOf } from "./features.ts";
import { LinearModel, score } from "./linear-model.ts";
import { writeWeights } from "./write-weights.ts";

const SEED = "classifier 1";

/** A feature must occur this often and in this many projects: no project's own names. */
const LEAST_SNIPPETS = 60;
const LEAST_PROJECTS = 10;

/** How many features stay after each round of training on those before. */
const ROUNDS = [8_000, 2_800];

/** How many single weights stay, and in which steps they are whole numbers. */
const WEIGHTS = 10_000;
const STEP = 1.4;
const MOST_STEPS = 15;

const training = countFeatures(readSnippets("train"));
const validation = countFeatures(readSnippets("validation"));

function frequent({ size, offsets, features, projects }: Counted): number[] {
  const snippets = new Uint32Array(BUCKETS);
  const seen = Array.from({ length: BUCKETS }, () => new Set<string>());
  for (let i = 0; i < size; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      snippets[features[k]]++;
      if (seen[features[k]].size < LEAST_PROJECTS) seen[features[k]].add(projects[i]);
    }
  }
  return Array.from(snippets.keys()).filter(
    (feature) => snippets[feature] >= LEAST_SNIPPETS && seen[feature].size >= LEAST_PROJECTS,
  );
}

function report(stage: string, model: LinearModel, chosen: readonly number[]): void {
  const { accuracy, loss } = score(model, rowsOf(validation, chosen));
  console.log(`${stage}: ${(100 * accuracy).toFixed(2)} % right on validation, loss ${loss.toFixed(4)}`);
}

let chosen = frequent(training);
for (const most of ROUNDS) {
  const rows = rowsOf(training, chosen);
  const model = new LinearModel(chosen.length, SEED);
  for (const rate of [0.5, 0.3]) model.epoch(rows, rate);
  report(`${chosen.length} features`, model, chosen);
  const worth = model.featureWorth(rows);
  const best = [...chosen.keys()].sort((a, b) => worth[b] - worth[a]).slice(0, most);
  chosen = best.map((i) => chosen[i]).sort((a, b) => a - b);
}

const rows = rowsOf(training, chosen);
const model = new LinearModel(chosen.length, SEED);
for (const rate of [0.5, 0.3, 0.2]) model.epoch(rows, rate);
report(`${chosen.length} features`, model, chosen);

model.centre();
for (const share of [0.5, 0.35, 0.25, 0.18, 0.13]) {
  model.prune(Math.max(WEIGHTS, Math.round(model.weights.length * share)));
  model.epoch(rows, 0.15);
}
model.prune(WEIGHTS);
for (const rate of [0.15, 0.1, 0.05]) model.epoch(rows, rate);
report(`${WEIGHTS} weights`, model, chosen);

for (const share of [0.5, 0.5, 0.5, 1]) {
  model.freeze(share, STEP, MOST_STEPS);
  if (share < 1) model.epoch(rows, 0.1);
}
report("whole steps", model, chosen);

const bytes = writeWeights({ features: chosen, weights: model.weights, bias: model.bias, step: STEP });
console.log(`weights.ts: ${bytes} bytes compressed`);
