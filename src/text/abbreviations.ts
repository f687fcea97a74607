/**
 * Words whose full stop usually does not end a sentence, and words that usually begin one. Lower case,
 * without the final stop. Languages share one list: an abbreviation of one is rarely a sentence-final
 * word of another, and where it is, the word that follows decides.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Stand before a name or a further word; no sentence ends here. */
const NEVER_FINAL = words(`
  dr mr mrs ms mx messrs prof rev hon gen col maj capt cmdr lt sgt cpl sen rep gov pres supt
  e.g i.e eg ie cf vs v viz a.k.a resp approx ca incl excl esp
  hr fr frl bzw vgl sog evtl ggf inkl exkl bspw z.b d.h u.a o.ä i.d.r u.u z.t m.e s.o s.u zzgl dipl
  mme mlle mgr p.ex c.-à-d env
  sra srta srs dra dña ud uds vd p.ej sto sta excmo excma
  sig.ra dott prof.ssa avv geom egr gent p.es
  exmo exma ilmo profa
  dhr mevr mw drs bijv d.w.z o.a i.p.v t.o.v m.b.t a.u.b jhr
  np tzn tzw św inż płk
  т.е т.к т.н напр ул просп гр тов акад проф доц св ср стр
  tj např čl tzv resp mudr
  örn bkz yrd doç
  κ κα π.χ δηλ
  डॉ प्रो श्री एम ดร
`);

/** Stand before a number or a numeral; followed by anything else they may end a sentence. */
const BEFORE_NUMBER = words(`
  no nos nr fig figs vol sec ch chap p pp art eq eqs ref refs tab par para ex app lib ver n núm pág págs cap
  abb abs bd kap s ziff fol f ff nº n° op cit pt t str rys poz č гл рис табл п пп № bl blz кв रु
`);

/** May stand inside a sentence or end it: only a following word that starts sentences makes the cut. */
const MAYBE_FINAL = words(`
  inc ltd co corp llc bros jr sr st ave blvd rd dept est univ assn gov al ibid mt ft
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
  u.s u.k u.n e.u u.s.a d.c ph.d m.d b.a m.a b.c a.d b.sc m.sc u.s.s.r a.m p.m
  gmbh tel med z.hd geb gest jh jhd mio mrd chr n.chr v.chr
  ste cie éd av j.-c
  ee.uu a.c d.c admón avda dpto tfno
  c.a pag s.p.a s.r.l sig uu ee lic eng ing es
  г гг вв руб коп тыс млн млрд обл р км см кг мин сек чел им
  m.in r zł godz ul
  a.ş şti
`);

/** Close an enumeration: any capital after them begins a sentence. */
const FINAL_BEFORE_CAPITAL = words("etc usw ecc enz itd itp др пр т.д т.п u.s.w vb atd");

/** Words that begin sentences far more often than they follow an abbreviation inside one. */
export const SENTENCE_STARTERS = words(`
  the a an this that these those he she it we they i you his her its our their my your who what why how where when
  which while in on at by for from with as if after before but and or so yet however there then thus hence
  no not all some many most each every one such also although though because since until unless despite during
  is are was were do does did can could will would should may might let please see once soon later today
  now here perhaps both neither either several few nothing everything nobody everyone another meanwhile finally
  der die das ein eine er sie es wir ich ihr und aber wenn als doch dann dort hier danach dies diese dieser
  le la les un une il elle ils elles nous vous je ce cette ces mais et puis dans pour
  el los las una él ella ellos nosotros yo pero y luego este esta esto
  lo gli uno lui lei noi ma poi questo questa
  o os as um uma ele ela eles mas depois isto
  de het een hij zij wij maar toen dit dat
  on ona oni to ale potem jest
  он она оно они мы я вы это этот эта но и затем потом там здесь все в на сейчас теперь тогда
`);

/** What may follow a clock time inside a sentence: "5 p.m. Monday", "9 a.m. EST". */
export const AFTER_TIME = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december est edt cst cdt mst mdt pst pdt gmt utc cet cest bst eastern central pacific
`);

/** Nouns a German or Slavic ordinal stands before: "am 3. Oktober", "3. května". */
export const AFTER_ORDINAL = words(`
  januar februar märz april mai juni juli august september oktober november dezember jänner
  jahrhundert jahrhunderts jahrtausend kapitel auflage platz klasse stock etage mal tag woche bundesliga weltkrieg
  weltkriegs
`);

/** Words before a number that make it a German ordinal: "der 2. Platz". */
export const BEFORE_ORDINAL = words("am der die das den dem des vom zum im beim ab bis seit");

/** How the stop behind an abbreviation is to be read. */
export type AbbreviationKind =
  | "never final"
  | "before number"
  | "maybe final"
  | "final before capital"
  | "time";

/** One look-up a word. Where a word is in two lists, the later one here holds. */
export const ABBREVIATIONS: ReadonlyMap<string, AbbreviationKind> = new Map<string, AbbreviationKind>([
  ...Array.from(MAYBE_FINAL, (word) => [word, "maybe final"] as const),
  ...Array.from(BEFORE_NUMBER, (word) => [word, "before number"] as const),
  ...Array.from(FINAL_BEFORE_CAPITAL, (word) => [word, "final before capital"] as const),
  ...Array.from(NEVER_FINAL, (word) => [word, "never final"] as const),
  ["a.m", "time"],
  ["p.m", "time"],
]);
