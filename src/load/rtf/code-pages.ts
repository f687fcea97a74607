/** Names of the code pages that RTF refers to by number. */
const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [1361, "euc-kr"],
  [10000, "macintosh"],
  [10007, "x-mac-cyrillic"],
  [65001, "utf-8"],
]);

/** The code page of a font, by the number of its character set. */
const CHARACTER_SETS: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);

/** The decoder's name for a code page; pages it does not know are read as the Western one. */
export function encodingOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return CODE_PAGES.get(codePage) ?? "windows-1252";
}

export function codePageOfCharacterSet(characterSet: number): number | undefined {
  return CHARACTER_SETS.get(characterSet);
}
