import { PRESETS, type Preset, type PresetName } from "../presets.ts";
import { type Interior, SeamList, type Structure } from "../structure.ts";

/**
 * The structure of a text whose syntax is not known: its preset's separators, each as strong as it ranks
 * there. What lies between them is cut at blank lines and lines.
 */
export function separatorStructure(text: string, preset: PresetName | undefined): Structure {
  const { separators, kind }: Preset =
    preset === undefined ? { separators: [], kind: "code" } : PRESETS[preset];
  const isCrlf = text.includes("\r\n");
  const found: { readonly at: number; readonly level: number }[] = [];
  for (const [level, { text: separator, cut }] of separators.entries()) {
    const search = isCrlf ? separator.replaceAll("\n", "\r\n") : separator;
    // Line feeds in front stay with what they end.
    const lead = cut === "after" ? search.length : search.length - search.replace(/^[\r\n]+/, "").length;
    for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1))
      found.push({ at: at + lead, level });
  }
  found.sort((a, b) => a.at - b.at || a.level - b.level);
  const interior: Interior = kind;
  const seams = new SeamList(interior);
  for (const { at, level } of found) if (at > 0 && at < text.length) seams.add(at, level, "syntax", interior);
  return { seams };
}
