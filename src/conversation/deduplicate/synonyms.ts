import { stemOf } from "./stem.ts";

/**
 * Words that are used for one another in what people say of themselves and their work. A group holds only words
 * that can stand in the same place and mean the same; near ones (like and love, must and should) are apart.
 */
const GROUPS = `
buy purchase
live reside dwell
like fond enjoy
name call
begin start commence
end finish conclude
fix repair mend
quick fast rapid speedy
big large
small little
flat apartment
film movie
kid child
job position
pick choose select chose decide opt
decision decide
hire employ recruit
ill sick unwell
car automobile
phone telephone
photo picture photograph
sofa couch
shop store
holiday vacation
autumn fall
doctor physician
lawyer attorney
teacher instructor
boss manager supervisor
colleague coworker
firm company business
town city
street road
house home
bike bicycle
plane airplane aircraft
email mail
happy glad pleased
sad unhappy
afraid scared frightened fear
angry furious
clever smart intelligent
tired exhausted
important crucial
difficult hard tough
easy simple
cheap inexpensive
expensive costly
attend visit
help assist
ask request
answer reply respond
talk speak
tell inform
show display
give provide
get obtain receive
need require
try attempt
build construct
create make produce
delete remove erase
change alter modify
increase raise
reduce decrease lower
cancel scrap
postpone delay defer
arrange organise organize
book reserve
schedule plan
own possess
earn make
repair fix
allow permit
forbid ban prohibit
prevent avoid
gather collect
error bug defect fault
issue problem
test check verify
database db
application app
repository repo
configuration config
documentation docs
environment env
development dev
production prod
administrator admin
information info
javascript js
typescript ts
mathematics math maths
university uni
laboratory lab
professor prof
doctor dr
mister mr
street st
department dept
approximately approx
mum mom mother
dad father
spouse partner
favourite favorite preferred prefer rather
native mother-tongue
originate come
birthplace born
occupation profession
salary wage pay
rent lease
illness disease
medicine medication drug
pill tablet
meal dish
supper dinner
trip journey
gift present
garbage trash rubbish
lift elevator
petrol gasoline
trousers pants
queue line
lorry truck
license licence
arrive reach
depart leave
return back
wed marry
allergy allergic
vegetarian veggie
weekly week
daily day
monthly month
search seek
error mistake
weird strange odd
quiet silent
wealthy rich
wound injury
terrible awful
brave courageous
huge enormous
tiny minuscule
correct right accurate
reply response
baby infant
freedom liberty
kindergarten nursery
company employer
garden yard
meeting session
rule regulation
worried anxious
calm relaxed
grandma grandmother
grandpa grandfather
team group
task todo
compute calculate
improve enhance
assess evaluate
suggest propose
refuse decline
leader head
discuss debate
near close
neighbour neighbor
yearly annually annual year
`;

const MEMBERS = new Map<string, Set<number>>();
for (const [group, line] of GROUPS.trim().split("\n").entries())
  for (const word of line.split(" ")) {
    const stem = stemOf(word);
    const groups = MEMBERS.get(stem) ?? new Set();
    MEMBERS.set(stem, groups.add(group));
  }

/** Whether two stems are in one group. Not transitive: "doctor" is a title and a physician, "dr" only the title. */
export function areSynonyms(a: string, b: string): boolean {
  const ofA = MEMBERS.get(a);
  const ofB = MEMBERS.get(b);
  if (ofA === undefined || ofB === undefined) return false;
  for (const group of ofA) if (ofB.has(group)) return true;
  return false;
}

/** The number of a stem's first group, for blocking: words of one group should meet. */
export function synonymKey(stem: string): string {
  const groups = MEMBERS.get(stem);
  return groups === undefined ? stem : `~${groups.values().next().value}`;
}
