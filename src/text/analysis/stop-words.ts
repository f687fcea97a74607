import { fold } from "./fold.ts";

/**
 * Words that say nothing about a text's subject, a list a language. Questions are full of them; answers are not.
 * What an apostrophe cuts off ("l'", "dell'") stands without it.
 */
const LISTS: Readonly<Record<string, string>> = {
  en:
    "a about above after again all also am an and any are as at be because been before being below between both " +
    "but by can could did do does doing down during each few for from further had has have having he her here hers " +
    "him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our " +
    "out over own same she should so some such than that the their them then there these they this those through to " +
    "too under until up us very was we were what when where which while who whom why will with would you your",
  de:
    "aber alle als also am an auch auf aus bei beim bin bis da damit dann das dass dem den denn der des dessen die " +
    "dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas für gegen haben hat " +
    "hatte hier ich ihm ihn ihr ihre im in ist ja jede jeder jedes kann kein keine können man mehr mein mit muss nach " +
    "nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so über um und uns unter vom von vor war waren was " +
    "weil wenn wer werden wie wieder wir wird wo wurde würde zu zum zur zwischen",
  fr:
    "à afin ai alors après au aucun aussi autre aux avait avant avec avoir c ça ce ceci cela celle celui ces cet cette " +
    "ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore entre est et étaient était " +
    "été être eu fait il ils j je jusqu l la là le les leur leurs lorsqu lui m ma mais me même mes moins mon n ne ni " +
    "nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi puis qu quand que quel quelle quels qui " +
    "quoi s sa sans se selon ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vos " +
    "votre vous y",
  es:
    "a ahora al algo algún ante antes aquel aquí así aún aunque cada como cómo con contra cual cuál cuando cuándo de " +
    "del desde donde dónde dos durante e el él ella ellas ellos en entre era es esa ese eso esta está están este esto " +
    "estos fue ha hace hacia han hasta hay la las le les lo los más me mi mientras muy nada ni no nos nosotros o os " +
    "otra otro para pero poco por porque pues que qué quien quién se sea según ser si sí sin sobre son su sus también " +
    "tan te tiene todo todos tu tus u un una uno unos usted y ya yo",
  it:
    "a ad agli ai al alla alle allo all anche ancora avere c che chi ci come con contro cosa così cui d da dagli dai dal " +
    "dalla dalle dall degli dei del della delle dello dell di dopo dove e è ed era essere fra fu gli ha hanno i il in io " +
    "l la le lei lo loro lui ma me mi mia mio molto ne negli nei nel nella nelle nell noi non nostro o ogni per perché " +
    "più poi prima può qual quale quali quando quanto quella quelle quello quell questa queste questo quest qui sarà se " +
    "senza si sì sia sono sopra sotto sua sul sulla sull suo tra tu tutti tutto un una uno voi",
  pt:
    "a ao aos aquela aquele aqui as até cada com como da das de dela dele depois do dos e é ela elas ele eles em entre " +
    "era essa esse esta está este eu foi for foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem " +
    "no nos nós o onde os ou para pela pelas pelo pelos por porque porquê quais qual quando que quem se sem ser seu " +
    "seus só sobre sua suas também te tem tinha todo todos tu tudo um uma você vocês",
  nl:
    "aan al als altijd andere ben bij daar dan dat de deze die dit doch doen door dus een en er ge geen had heb hebben " +
    "heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar " +
    "niet niets nog nu of om omdat ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom " +
    "want waren was wat welke werd wie wij wil worden zal ze zeer zich zij zijn zo zonder zou",
  sv:
    "all alla allt att av blev bli blir de dem den denna deras dess dessa det detta dig din du där då efter ej eller en " +
    "er ett från för genom ha hade han hans har henne hon hur här i icke inom inte jag ju kan kunde man med mellan men " +
    "mig min mot mycket ni nu när någon något några och om oss på samma sedan sig sin sitt ska skulle som så till under " +
    "upp ut utan vad var varför vem vi vid vilka vilken är över",
  da:
    "af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en " +
    "end er et for fra ham han hans har have havde hende her hos hun hvad hvem hver hvis hvor hvordan hvorfor i ikke ind " +
    "jeg jo kan kunne man mange med meget men mig min mod når ned nogen noget nogle nu og også om op os over på sig sin " +
    "skal skulle som sådan til ud under var ved vi vil ville være været",
  no:
    "alle at av ble bli blir både da de deg dem den denne der deres det dette din disse du eller en enn er et etter for " +
    "fordi fra før ha hadde han hans har hennes her hun hva hvem hver hvilken hvis hvor hvordan hvorfor i ikke ingen inn " +
    "jeg kan kunne man mange med meg mellom men mer min mot mye må når noe noen nå og også om opp oss over på seg sin " +
    "skal skulle slik som så til under ut uten var ved vi vil ville være vært",
  fi:
    "ei eivät että hän he hänen ja jo joka jos jossa jotka kaikki kanssa koska kuin kuka kun kuten me mikä minä missä " +
    "miten mitä mutta myös ne niin niitä nyt ole oli olla on ovat se sekä sen siellä sinä sitä tai tämä te tässä tätä " +
    "vaan vai vain voi",
  pl:
    "a aby ale bez bo by być był była było były ci co czy dla do gdy gdzie go i ich ile im inne ja jak jako je jego jej " +
    "jest jeszcze jeśli już kiedy kto która które który lub ma mnie może my na nad nie nim niż o od on ona one oni oraz " +
    "po pod przed przez przy są się ta tak także tam te tego tej ten to tu ty tylko tym u w we więc wy z za że",
  ru:
    "а без более бы был была были было быть в вам вас во вот все всё вы где да для до его ее её если есть еще ещё же за " +
    "здесь и из или им их к как какая какие какой когда которая которые который кто ли мне мы на над не него нет ни но " +
    "о об он она они оно от очень по под после при с свои со так также такой там то тоже того только том ты у уже чего " +
    "чем что чтобы эта эти это этого этот я",
  tr:
    "ama ancak bana bazı ben beni bir biz bu bunu bunun çok da daha de değil diye en gibi hangi hem hep her için ile ise " +
    "kadar ki kim mi mı mu mü nasıl ne neden nerede o olan olarak oldu olduğu onu onun sen siz şey şu tüm üzere ve veya " +
    "ya yani",
  uk:
    "а або але без би був була були було бути в вам вас ви він вона вони воно все вже де для до є її їм їх за з зі і із " +
    "його й як яка яке які який коли кому ми мені на над не ні о об от по під при про та так також там те ти то тому у " +
    "це цей ця чи чим що щоб я",
};

export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(LISTS);

const NONE: ReadonlySet<string> = new Set();
const SETS = new Map<string, ReadonlySet<string>>();

/** Folded words; empty for a language without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = SETS.get(language);
  if (known !== undefined) return known;
  if (!Object.hasOwn(LISTS, language)) return NONE;
  const words = new Set(LISTS[language].split(" ").map(fold));
  SETS.set(language, words);
  return words;
}
