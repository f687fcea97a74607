import { invalidOption } from "../../core/errors.ts";
import { ConversationBoundaryStrategy } from "./conversation-boundary.ts";
import { type CustomSplit, CustomStrategy } from "./custom.ts";
import { SemanticStrategy, type SemanticStrategyOptions } from "./semantic.ts";
import { SlidingWindowStrategy } from "./sliding-window.ts";
import type { ChunkingStrategy } from "./strategy.ts";

export interface StrategyRegistryOptions extends SemanticStrategyOptions {
  /** What `custom` does; without it there is no `custom`. */
  readonly custom?: CustomSplit | undefined;
}

/** The strategies by name; a plain map, so that others can be added to it. */
export function chunkingStrategies(options: StrategyRegistryOptions = {}): Map<string, ChunkingStrategy> {
  const { custom, ...semantic } = options;
  const strategies: ChunkingStrategy[] = [
    new SlidingWindowStrategy(),
    new ConversationBoundaryStrategy(),
    new SemanticStrategy(semantic),
  ];
  if (custom !== undefined) strategies.push(new CustomStrategy(custom));
  return new Map(strategies.map((strategy) => [strategy.name, strategy]));
}

/** The strategy of a name, or an error that lists the names there are. */
export function strategyNamed(
  name: string,
  strategies: ReadonlyMap<string, ChunkingStrategy> = chunkingStrategies(),
): ChunkingStrategy {
  const strategy = strategies.get(name);
  if (strategy !== undefined) return strategy;
  const way = name === "custom" ? `; for "custom", pass your function: chunkingStrategies({ custom })` : "";
  return invalidOption("strategy", name, `one of: ${[...strategies.keys()].join(", ")}${way}`);
}
