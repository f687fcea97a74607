export type EstimateMethod = "anthropic-estimate" | "gemini-estimate" | "approximate";
export const ESTIMATES: Record<EstimateMethod, { error: number }> = {
  "anthropic-estimate": { error: 0.1 },
  "gemini-estimate": { error: 0.1 },
  approximate: { error: 0.2 },
};
export function estimateTokens(text: string, _m: EstimateMethod): number {
  return approximateTokens(text.length, text.length);
}
export function approximateTokens(units: number, bytes: number): number {
  return Math.ceil(units / 4 + (bytes - units) / 5);
}
