// Nearest sentences by meaning: no key, no network. Run with: npx node examples/embed.mjs
import { bundledEmbedder } from "sherd/embed";

const sentences = [
  "Delete a document from the disk with rm.",
  "The potter lets the clay dry before it goes into the kiln.",
  "Parliament voted on the budget late at night.",
  "Bake the bread for forty minutes until its crust is brown.",
  "function add(a, b) { return a + b; }",
  "The train to the coast leaves at noon.",
];
const questions = ["How do I remove a file?", "firing ceramics", "sum of two numbers", "railway timetable"];

const embedder = await bundledEmbedder();
const known = await embedder.embed(sentences, "document");
const asked = await embedder.embed(questions, "query");

console.log(embedder.id);
for (const [i, question] of questions.entries()) {
  // Vectors have unit length, so that their product is the cosine of the angle between them.
  const scores = known.map((vector) => vector.reduce((sum, x, d) => sum + x * asked[i][d], 0));
  const best = scores.indexOf(Math.max(...scores));
  console.log(`${question}\n  ${scores[best].toFixed(2)}  ${sentences[best]}`);
}
