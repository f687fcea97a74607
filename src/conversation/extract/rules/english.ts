import type { MemoryType } from "../../../core/extraction.ts";

/** A statement's beginning, in normal form, and what it states. Every pattern is anchored and has no nested repeat. */
export interface Pattern {
  readonly type: MemoryType;
  readonly confidence: number;
  readonly starts: RegExp;
  /** Only with a date in the clause. */
  readonly needsDate?: boolean;
  /** Holds from its date on, and not only at it. */
  readonly beginsState?: boolean;
  /** Its date is the last day on which it can be done. */
  readonly isLimit?: boolean;
  /** A day of the year or of birth is what it says, not when it holds. */
  readonly isTimeless?: boolean;
}

const pattern = (
  type: MemoryType,
  confidence: number,
  starts: string,
  further: Partial<Pattern> = {},
): Pattern => ({ type, confidence, starts: new RegExp(`^(?:${starts})(?= |$)`, "u"), ...further });

const EVENT_NOUNS =
  "meeting|launch|flight|wedding|party|appointment|interview|exam|test|call|demo|concert|trip|holiday|vacation|conference|kickoff|release|review|workshop|ceremony|funeral|game|match|dinner|lunch|class|lesson|course|surgery|operation|webinar|visit|delivery|presentation|anniversary|graduation|session|event|train|checkup|check-up|reunion|festival|hearing|race";
const RELATIVES =
  "wife|husband|partner|girlfriend|boyfriend|fiancé|fiancée|mother|father|mom|mum|dad|sister|brother|son|daughter|parents|kids|children|family|grandmother|grandfather|grandma|grandpa|uncle|aunt|cousin|nephew|niece|friend|friends|boss|manager|colleague|team|roommate|flatmate|neighbour|neighbor|landlord|dog|cat|baby|doctor|teacher";
const NUMBER = "\\d+|no|one|two|three|four|five|six|seven|eight|nine|ten|several|many|a few";
const VERBS_OF_SPEECH =
  "step|know|ask|say|admit|understand|think|see|figure|mention|add|point|confess|agree|be honest|stress|clarify|commend|emphasi[sz]e|acknowledge|congratulate|tell|disagree|apologi[sz]e|thank";
const HAPPENINGS =
  "question|problem|issue|idea|feeling|look|bug|doubt|suggestion|point|hunch|request|error|favour|favor|theory|guess|thought|chance|lot|bit|minute|moment|second";

const OBLIGED = `(?:need to|have to|have got to|got to|must|ought to|am supposed to|are supposed to)(?! (?:${VERBS_OF_SPEECH})(?: |$))`;
const OWN_THING =
  "(?!question|problem|issue|point|guess|idea|understanding|code|mistake|bad|apologies|concern|thought|thoughts|opinion|error|program|script|function|query|request|test|suggestion|answer|next|first|government|uh)[\\p{L}-]+(?: [\\p{L}-]+){0,2}? (?:is|are|has|uses|runs|costs|handles|processes|supports)(?! (?:that|to|not working|broken|how|why|what|whether|failing|going)(?: |$))";

/** Every pattern below begins with one of these: most clauses need no further look. */
export const BEGINNINGS: ReadonlySet<string> = new Set(
  "i,we,my,our,the,let,please,always,never,remind,can,could,would,will,todo,todos,to,to-do,action,follow-up,next,deadline,decision,final,agreed,decided,it,from,in,[ ],do,remember,people".split(
    ",",
  ),
);
/** An object of nothing but these says nothing on its own. */
export const CONTENTLESS: ReadonlySet<string> = new Set(
  "it,that,this,them,these,those,one,ones,him,her,you,us,me,so,too,the,a,an,of,on,in,at,to,for,with,about,from,by,all,some,any,do,have,use,get,go,make,look,choose,decide,take,put,see,be,now,then,just,here,there,course,right,okay,ok,yeah,yes,no,also,still,and,or,but,um,uh,very,much,lot,well,really,better,more,thing,things,stuff,way,keep,try,know,what,how,who".split(
    ",",
  ),
);

/** In order: the first that fits decides. */
export const ENGLISH: readonly Pattern[] = [
  pattern(
    "task",
    0.9,
    "(?:please |can you |could you |would you |will you )?(?:please )?remind (?:me|us) (?:to|about|of|that)",
  ),
  pattern("task", 0.85, "(?:please )?do not (?:let me )?forget (?:to|about)|(?:please )?remember to"),
  pattern("task", 0.9, "(?:todo|todos|to do|to-do|action items?|action|follow-up|next steps?) :"),
  pattern("task", 0.85, "\\[ \\]"),

  pattern("decision", 0.9, "(?:final |the )?decision (?::|is)|(?:agreed|decided) :"),
  pattern(
    "decision",
    0.9,
    "(?:we|i) (?:have )?(?:decided|agreed|settled on|opted|chosen|chose|picked|voted|made up (?:my|our) minds?)",
  ),
  pattern(
    "decision",
    0.85,
    "(?:i am|we are) (?:going|sticking|staying) with|(?:i|we) (?:will go|will stick|went|stuck) with",
  ),
  pattern(
    "decision",
    0.85,
    "(?:the|our|my) (?:team|group|board|committee|class|family|company) (?:has |have )?(?:decided|agreed|voted|chose|settled)",
  ),
  pattern(
    "decision",
    0.8,
    "let us (?:not )?(?:go (?:with|for)|use|stick (?:with|to)|choose|pick|settle on|switch|adopt|keep|drop|postpone|move|stay with|schedule|migrate|replace|rename|cancel|skip)",
  ),
  pattern("decision", 0.85, "it (?:is|was|has been) (?:decided|agreed)"),
  pattern("decision", 0.65, "i am going to (?:switch|quit|stop|adopt|go with|stick with|use)"),
  pattern(
    "decision",
    0.65,
    "we (?:are going to|will) (?:not )?(?:use|switch|migrate|adopt|drop|replace|keep)",
  ),

  pattern(
    "preference",
    0.85,
    "i (?:do not |never )?(?:like|love|enjoy|prefer|hate|dislike|adore|detest|loathe)",
  ),
  pattern("preference", 0.85, "i cannot (?:stand|bear)"),
  pattern("preference", 0.8, "i would (?:much )?(?:rather|prefer)"),
  pattern(
    "preference",
    0.8,
    "i am (?:not )?(?:a )?(?:big |huge |great )?(?:fan|lover) of|i am (?:not )?(?:into|fond of|keen on)",
  ),
  pattern(
    "preference",
    0.8,
    "i (?:always|never) want|i want you to|i would like you to|i do not want (?:you to|any|to (?:see|have|get|use))",
  ),
  pattern(
    "preference",
    0.75,
    "(?:please )?always(?! (?:need|a|the|been|had|was|is|good|nice|get)(?: |$))|(?:please )?never(?! (?:mind|say|a|the|been|had|was|is|thought|heard|seen|knew)(?: |$))|from (?:now )?on|in future ,|in the future ,",
  ),
  pattern("preference", 0.9, "(?:my|our) (?:all-time |absolute |least )?(?:favourite|preferred)"),

  pattern("task", 0.85, `i ${OBLIGED}`),
  pattern("task", 0.7, `we ${OBLIGED}`),
  pattern(
    "task",
    0.85,
    "(?:(?:the|my|our) )?deadline|(?:i|we) have (?:got )?(?:a|an|the|my|our|another)(?: [\\p{L}'-]+){0,3}? deadline",
    { needsDate: true, isLimit: true },
  ),
  pattern("task", 0.65, "(?:i|we) should(?! be )", { needsDate: true }),
  pattern(
    "event",
    0.75,
    "(?:i|we) will (?:be|have|meet|fly|travel|visit|go|attend|leave|arrive|move|see|celebrate)",
    { needsDate: true },
  ),
  pattern("task", 0.7, "(?:i|we) will", { needsDate: true }),
  pattern("task", 0.6, "(?:my|our) (?:goal|plan|aim) is to"),

  pattern("fact", 0.9, "(?:my|our) (?:[\\p{L}-]+ )?birthday is|i was born", { isTimeless: true }),
  pattern(
    "fact",
    0.8,
    "(?:i|we) (?:have )?(?:moved (?:to|into|in with)|joined|became|started (?:working|a new job|at|studying|learning|as)|switched to|quit|left|retired|graduated)",
    { beginsState: true },
  ),
  pattern(
    "event",
    0.85,
    `(?:i|we) have (?:got )?(?:a|an|my|our|another|the)(?: [\\p{L}'-]+){0,3}? (?:${EVENT_NOUNS})`,
  ),
  pattern(
    "event",
    0.8,
    `(?:my|our|the)(?: [\\p{L}'-]+){0,3}? (?:${EVENT_NOUNS})(?: (?!is |was |are |were |will |starts |takes )[\\p{L}\\p{N}'-]+){0,5}? (?:is|was|are|were|will be|starts|takes place|took place)`,
    { needsDate: true },
  ),

  pattern("fact", 0.95, "(?:my|our) (?:full |first |last |real )?name is"),
  pattern("fact", 0.9, "i am (?:called|named)|i go by|people call me"),
  pattern(
    "fact",
    0.85,
    "i am (?:a(?! (?:bit|little|lot|few|while)(?: |$))|an|from|based in|allergic|married|single|divorced|engaged|widowed|vegetarian|vegan|pescatarian|diabetic|coeliac|celiac|lactose|gluten|colour-blind|color-blind|colourblind|colorblind|left-handed|right-handed|retired|self-employed|unemployed|pregnant|dyslexic|autistic|deaf|blind|bilingual|intolerant|originally from|the (?:\\p{L}+ )?(?:owner|founder|ceo|cto|cfo|head|lead|manager|director|author|maintainer|mother|father))",
  ),
  pattern("fact", 0.85, "i am \\d+(?! (?:minutes|hours|percent|%))"),
  pattern("fact", 0.8, "i am (?:living|working (?:at|for|as)|studying|learning|training)"),
  pattern(
    "fact",
    0.85,
    "(?:i|we) (?:have (?:been )?)?(?:live|lived|living|reside|stay|study|studied|studying|teach|taught) (?:in|on|at|near|with|outside|here|there|[\\p{L}]+ (?:at|in))|(?:i|we) (?:have (?:been )?)?(?:work|worked|working) (?:in|at|for|as|from|remotely|here|part-time|full-time)",
  ),
  // What ceased to be: without it, what was said before would hold for ever.
  pattern(
    "fact",
    0.85,
    "(?:i|we) (?:no longer|do not) (?:live|reside|work|study|teach|stay) (?:in|on|at|near|with|for|as|here|there)|(?:i|we) no longer (?:have|own|drive|speak|play|use|eat|drink|smoke|wear|take|rent)(?! (?:it|that|this|them)(?: |$))",
  ),
  pattern(
    "fact",
    0.8,
    "(?:i|we) (?:do not )?(?:own|drive|speak|play|use|eat|drink|smoke|wear|weigh|earn|collect|grow|run|manage|teach|study|rent|take|practise|practice)(?! (?:it|that|this|them|these|those|to|with|about|on|into|out|care|place|part|time|our time|my time|for|up|over|a look)(?: |$))",
  ),
  pattern(
    "fact",
    0.85,
    "(?:i|we) (?:grew up|come from|came from|was raised|were raised|graduated|studied|got married|speak|hold a)",
  ),
  pattern(
    "fact",
    0.8,
    `i (?:do not )?have (?:got )?(?:${NUMBER}|a|an)(?! (?:[\\p{L}]+ )?(?:${HAPPENINGS})s?(?: |$))`,
  ),
  pattern(
    "fact",
    0.65,
    `we (?:do not )?have (?:got )?(?:${NUMBER}|a|an)(?! (?:[\\p{L}]+ )?(?:${HAPPENINGS})s?(?: |$))`,
  ),
  pattern("fact", 0.65, "(?:i|we) do not have(?! (?:to|time|any idea)(?: |$))"),
  pattern("fact", 0.8, "(?:i|we) cannot (?:eat|drink|swim|drive|hear|see without)"),
  pattern(
    "event",
    0.7,
    `my (?:${RELATIVES}) (?:(?:is|are) (?:getting )?[\\p{L}]+ing|will|visited|came|arrived|arrives|comes)`,
    { needsDate: true },
  ),
  pattern(
    "event",
    0.75,
    "(?:i|we) (?:am|are) (?!trying|looking|wondering|thinking|hoping|asking|using|working|having trouble|feeling|going to bed)[\\p{L}]+ing",
    { needsDate: true },
  ),
  pattern("event", 0.75, "(?:i|we) (?:am|are) (?:off|away|at|in|on)", { needsDate: true }),
  pattern(
    "event",
    0.75,
    "(?:i|we) (?:have )?(?:met|meet|visited|visit|went|go|ran|finished|started|start|bought|sold|flew|fly|attended|celebrated|got (?:married|engaged|divorced|promoted|fired|hired)|launched|signed|won|lost|travelled|traveled|travel|arrived|arrive|left|leave|launch|passed|failed|broke|saw|hosted)",
    { needsDate: true },
  ),
  pattern(
    "event",
    0.6,
    "(?:i|we) (?!(?:am|are|think|guess|know|want|need|could|would|can|cannot|may|might|do|did|wonder|feel|hope|wish|mean|tried|asked|realized|realised|realize|gather|mentioned|said|told|heard|believe|have the|have been|had (?:uh )?an? (?:idea|thought|question|problem|feeling)|see|saw an|got an|received an error|noticed|thought|was wondering)(?: |$))[\\p{L}]+",
    { needsDate: true },
  ),
  pattern(
    "fact",
    0.8,
    `(?:my|our) (?:[\\p{L}-]+ )?(?:${RELATIVES})(?:'s [\\p{L} ]{1,30}?)? (?:is(?! (?:going|trying|asking|coming))|are(?! (?:going|trying|asking|coming))|has|have|lives?|works?|was born|owns?|loves?|likes?|hates?|studies|plays|speaks)`,
  ),
  pattern("fact", 0.7, "i work on(?! (?:it|that|this|them)(?: |$))"),
  pattern(
    "fact",
    0.7,
    "(?:i|we) have been (?!trying|wondering|thinking|having|getting|looking|struggling|meaning|waiting|asking|told|feeling)[\\p{L}]+ing",
  ),
  pattern(
    "fact",
    0.75,
    "i (?:have )?(?:accepted|got|adopted|bought) (?:an|a|the|my|our)(?: [\\p{L}-]+){0,2}? (?:job|offer|position|role|promotion|dog|cat|puppy|kitten|car|house|flat|apartment|bike)",
    { beginsState: true },
  ),
  pattern("fact", 0.75, `my ${OWN_THING}`),
  pattern("fact", 0.6, `our ${OWN_THING}`),
];

/** After a name: what is said of whom. */
export const ENGLISH_NAMED: readonly Pattern[] = [
  pattern(
    "fact",
    0.85,
    "(?:works|worked) (?:at|for|as|in)|lives (?:in|at|on|near|with)|lived in|is (?:allergic|married|from|vegetarian|vegan|my|our)|was born|grew up|speaks|plays|studies|owns|moved to|joined",
  ),
  pattern("preference", 0.8, "(?:likes|loves|prefers|hates|dislikes|enjoys|does not like|cannot stand)"),
  pattern("task", 0.7, "(?:needs to|has to|must)"),
  pattern("task", 0.65, "(?:will|should)", { needsDate: true }),
  pattern(
    "event",
    0.65,
    "(?:visited|arrives|arrived|called|came|is (?:coming|visiting|arriving|leaving|flying|getting married))",
    { needsDate: true },
  ),
];

/** Sentences that state nothing, whatever comes after. */
export const UNSTATED =
  /^(?:if|suppose|supposing|imagine|pretend|what if|assume|assuming|let us (?:say|pretend|imagine|assume)|hypothetically|unless|in theory|maybe|perhaps|possibly|i wish|if only|once upon|act as|you are (?:a|an|now|going)|i (?:might|may|could|can) |what|where|when (?:is|are|do|did|will|was)|who|why|how|which|whose|do(?! not)|does|did|is|are|can|could|would|should|will|have you|has|am i)(?= |$)/;
/** A wish or a condition in the middle. */
export const CONDITIONAL =
  /(?:^| )(?:if (?:i|it|we|he|she|they) (?:were|was|had)|i would(?! (?:rather|prefer|much|like you)))(?= |$)/;
/** Objects that say nothing without what came before. */
export const POINTS_BACK =
  /^(?:it|that|this|them|these|those|one|so|the idea|your (?:idea|answer|suggestion)|that one|this one|how .*|what .*|to (?:see|know|hear|book|ask|add|say)(?= |$).*)(?: (?:too|very much|a lot|better|more|then|please|thanks))?(?: [.!])*$/;
/** Nouns and particles that open sentences with a capital like names do. */
export const NOT_A_NAME = new Set(
  "the,this,that,these,those,it,he,she,they,we,i,you,who,what,everyone,everybody,someone,somebody,nobody,one,water,there,here,then,each,every,all,some,any,no,yes,python,java,node,code,people,whoever,anyone,nothing,everything,something,god".split(
    ",",
  ),
);
/** How an assistant repeats what it was told. */
export const CONFIRMS =
  /^(?:got it|noted|understood|i will remember|i have noted|i will keep in mind|as you (?:said|mentioned)|you (?:said|mentioned|told me)|duly noted|i have saved)(?= |$)/;
