/** Groups whose content is not text of the document. Any other group marked `\*` is left out too. */
export const SKIPPED_DESTINATIONS: ReadonlySet<string> = new Set(
  (
    "colortbl pict objdata header headerl headerr headerf footer footerl footerr footerf listtable " +
    "listoverridetable rsidtbl generator themedata colorschememapping datastore xmlnstbl latentstyles filetbl " +
    "revtbl nonshppict shprslt bkmkstart bkmkend xe tc rxe annotation atnid atnauthor atntime atnref atnicn " +
    "atndate atnparent mmathPr panose falt ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn pn pnseclvl " +
    "nesttableprops nonesttables fontemb fontfile private passwordhash wgrffmtfilter userprops keycode"
  ).split(" "),
);

/** Words that stand for a character. */
export const CHARACTER_WORDS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["line", "\n"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
  ["emdash", "—"],
  ["endash", "–"],
  ["bullet", "•"],
  ["emspace", " "],
  ["enspace", " "],
  ["qmspace", " "],
  ["nestcell", " "],
  ["nestrow", " "],
]);

/** Words that end a paragraph. */
export const PARAGRAPH_ENDS: ReadonlySet<string> = new Set(["par", "sect", "page", "column"]);
