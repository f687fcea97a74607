// Index a folder and ask it something, without a key or a network: npx node examples/knowledge-base.mjs [folder] [question]
import { KnowledgeBase } from "sherd";

const [folder = "docs", question = "how are overlaps aligned?"] = process.argv.slice(2);
const base = await KnowledgeBase.open(":memory:"); // or "kb.db", to keep it
const { added, chunks } = await base.sync(folder);
console.log(`${added} documents, ${chunks} chunks`);
const { hits } = await base.search(question, { limit: 3 });
for (const { locator, score, text } of hits) {
  console.log(`\n${score.toFixed(2)}  ${locator}`);
  console.log(text.slice(0, 300));
}
await base.close();
