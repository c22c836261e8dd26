import { pickOne, type Random } from './random.ts'

type Choices = readonly [string, ...string[]]

/** Splits a text at its bars. */
function choices(text: string): Choices {
  const [first = '', ...others] = text.trim().split(/\s*\|\s*/)
  return [first, ...others]
}

/** The texts to choose from. A word in braces is replaced with a text of the list with that name. */
const lists: Readonly<Record<string, Choices>> = {
  post: choices(`
    {made} {thing}. {verdict}|{made} {thing} {when}. {verdict}|{when2} in the {place}: {seen}. {verdict}|
    {seen2} {when}, and {aside}.|Has anyone else tried {activity} with {material}? {question}|
    A question for those who know about {craft}: {question}|Day {number} of {activity}. {verdict}|
    {dish} for supper, with {ingredient} and {ingredient} from the {place}. {tasted}|
    The secret of a good {dish2} is {ingredient}, and {virtue}. {tasted}|Reading {book} {when}. {read}|
    Finished {book}. {read}|Walked {distance} along the {way} {when}. {seen2}, and {aside}.|
    The {plant} {grew} {when}. {garden}|Sowed {plant} {when}. {garden}|Note to self: {advice}.|
    My {teacher} used to say: {advice}. {agreed}|Small joys of the week: {joy}, {joy}, and {joy}.|
    {joy2}. That is all, that is the post.|Today I learned that {fact}. {agreed}|Unpopular opinion: {opinion}.|
    Looking for {wanted} near the {place2}. {question}|Swapped {thing} for {thing} at the {event}. {verdict}|
    See you at the {event} on Saturday? I bring {thing}.|
    Before: a pile of {material}. After: {thing}. In between: {number} cups of tea.|Third try at {thing}. {verdict}`),
  made: choices(`
    Finished|Mended|Started on|Gave away|Finally photographed|Took apart|Just unwrapped|Almost finished|
    Oiled and polished|Found a home for`),
  thing: choices(`
    a {colour} scarf|the {colour} blanket|a basket of willow|two mugs without handles|a stool with three legs|
    a patchwork of old shirts|a {colour} bowl|a bird box|a notebook bound in linen|a pair of {colour} mittens|
    a linocut of the {place}|a kite|a spoon of cherry wood|a jar of {ingredient}|the garden bench|an old radio|
    a lampshade of rice paper|a {colour} apron|a loaf with {ingredient}|a rug from {material}`),
  colour: choices(`
    madder red|indigo|mustard|moss green|chalk white|walnut brown|sea blue|rust|heather|soot black|straw|rose`),
  when: choices(`
    this morning|last night|before breakfast|in the rain|over the weekend|after work|on the train|
    while the bread was rising|with the window open|between two showers`),
  when2: choices('This morning|Half past six|First light|Late afternoon|A quiet hour|Ten minutes'),
  place: choices('garden|allotment|orchard|harbour|market|library|workshop|park|churchyard|meadow'),
  place2: choices('station|old mill|canal|town hall|school|bridge'),
  verdict: choices(`
    Not perfect, but it holds.|I would do the edges differently.|Took twice as long as planned.|Very pleased.|
    The cat approves.|Next time with thinner thread.|It smells of beeswax now.|My hands hurt, and I am happy.|
    Photo when the light is better.|Already thinking about the next one.|Worth every hour.|
    It leans a little. So do I.|Nobody has noticed the mistake yet.|Slow work, good company.|
    I have no idea where to put it.|One more to go.`),
  seen: choices(`
    fog, a heron, no one else|the first swallows|a hedgehog with plans|frost on every blade|
    three snails and a broken pot|bees in the ivy|a robin who owns the place|more apples than hands`),
  seen2: choices(`
    Saw a kingfisher|Met the neighbour with the wheelbarrow|Found a four-leaf clover|Heard the first cuckoo|
    Counted eleven kinds of moss|Got lost twice|Picked a hatful of blackberries|Watched the boats come in`),
  aside: choices(`
    forgot to take a picture|came home with wet socks|stayed far too long|nearly missed the bus|
    had the bench to myself|did not think of work once|ate the sandwiches at ten|drew it from memory`),
  activity: choices(`
    spinning|weaving on a small loom|dyeing|baking|drawing every day|learning the accordion|whittling|
    swimming in the lake|keeping bees|bookbinding|throwing bowls|mending instead of buying`),
  craft: choices(`
    sourdough|natural dyes|pruning|warping a loom|glazes|sharpening|compost|lino|hand quilting|tomatoes`),
  material: choices(`
    hemp|raw wool|old sheets|paper yarn|silk ends|birch bark|driftwood|recycled denim|clay from the river|
    onion skins`),
  question: choices(`
    How do you stop it from curling?|Where do you get yours?|What would you do?|Is it worth the trouble?|
    Any books you would recommend?|How long does it keep?|Am I doing it wrong?|Who has one to lend?`),
  number: choices('3|4|5|7|9|12|21|30'),
  dish: choices('Soup|Dumplings|Flatbread|A big salad|Risotto|Pancakes|Lentils|Noodles|A tart|Dal'),
  dish2: choices('broth|pie|pickle|dressing|stew|marmalade|focaccia|curry'),
  ingredient: choices(`
    rhubarb|wild garlic|plums|squash|mint|beetroot|quince|walnuts|fennel|lemons|chard|broad beans|honey|dill`),
  virtue: choices('patience|more salt than you dare|a heavy pan|not looking|a slow oven|good butter'),
  tasted: choices(`
    There is some left.|Nothing was left.|The children asked for toast.|My grandmother would have added pepper.|
    Recipe on request.|Even better the next day.|Burnt the first batch.`),
  book: choices(`
    a novel about lighthouse keepers|a history of blue|a thick book on mushrooms|letters between two gardeners|
    poems by a beekeeper|a crime story set in a bakery|an atlas of lost islands|a biography of a bridge|
    short stories from Lagos|an old manual for sailors`),
  read: choices(`
    Could not put it down.|The middle drags, the end is wonderful.|Made me miss my stop.|Now I want to go there.|
    Read it slowly.|Lent to the first who asks.|Better than the film, I am told.|I cried on page forty.`),
  distance: choices('six miles|ten kilometres|an hour|all the way|further than planned|two valleys'),
  way: choices('canal|coast path|old railway|river|ridge|city wall|dyke'),
  plant: choices(`
    peas|sweet peas|the fig|the old pear|woad|marigolds|the climbing rose|kale|the lemon in the hall|beans|
    hollyhocks|leeks`),
  grew: choices(`
    came through|needed staking|flowered|was eaten by slugs|survived the frost|was cut back|doubled in size`),
  garden: choices(`
    The slugs have been told.|Hope is a seed packet.|Rain is forecast, at last.|Next year in the sunny bed.|
    I have seedlings to give away.|The blackbird was faster.|Patience.|It has never looked so green.`),
  advice: choices(`
    measure twice, cut once|label the jars|stop while it still goes well|wash the brushes before supper|
    always cast on one more|never prune in a temper|write down the recipe|buy the better thread|
    soak the beans tonight|go out before the rain does`),
  teacher: choices('grandfather|aunt|first teacher|neighbour|mother|old foreman'),
  agreed: choices(`
    I believe it now.|Still thinking about it.|It took me ten years to see why.|And it is true.|I had no idea.|
    Make of that what you will.`),
  joy: choices(`
    clean sheets|a letter|new potatoes|a sharp plane|the last page|sun on the loom|a seat by the window|warm bread|
    a tidy shed|an hour without plans|the smell of rain|someone else cooking`),
  joy2: choices(`
    A whole morning with no messages|The kettle, the cat, the crossword|Fresh ink on good paper|
    Rain on the greenhouse roof|The first fire of the year|Everything fitted into one bag`),
  fact: choices(`
    indigo does not dissolve in water|a snail can sleep for three years|linen gets stronger when wet|
    there are two thousand kinds of pear|rye has deeper roots than I am tall|
    a loom was the first machine with a memory|bees remember faces|felt is older than weaving`),
  opinion: choices(`
    shop-bought pastry is fine|the back of the embroidery is the better side|soup counts as a drink|
    November is the best month|a crooked shelf has character|tea first, milk never|one good knife is enough|
    maps should be made of paper`),
  wanted: choices(`
    a second-hand spinning wheel|someone to share a kiln|offcuts of leather|a sourdough starter|seed potatoes|
    a choir that takes beginners|walnut husks|a bicycle trailer to borrow`),
  event: choices('seed swap|repair café|wool fair|book market|harvest supper|open studio|village fête|flea market'),
  bio: choices(`
    {trade} from {town}.|{trade}. {like}.|{like}. Mostly found in the {place}.|{town}. {like}.|
    {trade} by day, {activity} by night.|Learning {activity}, badly.|{like}, in that order. {town}.|I {habit}.|
    {trade}. I {habit}.`),
  trade: choices(`
    Weaver|Baker|Nurse|Gardener|Bookbinder|Teacher|Carpenter|Illustrator|Ferry pilot|Translator|Potter|Cook|
    Engineer|Librarian|Tailor|Student|Violin maker|Postman`),
  town: choices(`
    Porto|Aarhus|Kyoto|Accra|Leeds|Oaxaca|Tbilisi|Cork|Pune|Valdivia|Turku|Dakar|Ghent|Izmir|Hobart|Kraków|Tromsø|
    Marseille`),
  like: choices(`
    Wool, wood and long walks|Tea and tomatoes|Slow trains|Old tools|Maps, mosses, marmalade|Cold water|
    Second-hand books|Anything with a handle|Poems and pickles|Bread and bicycles`),
  habit: choices(`
    mend what others throw away|draw a leaf a day|collect door handles|talk to plants|cannot pass a bookshop|
    keep three hens|bake on Sundays|swim all year`),
}

const tags: Choices = [
  'weaving',
  'Weaving',
  'naturaldyes',
  'sourdough',
  'allotment',
  'SlowTravel',
  'mending',
  'books',
  'linocut',
  'ceramics',
  'teatime',
  'brød',
  '織物',
  'نسيج',
]

const rightToLeft = choices(`
  أنهيت اليوم سجادة صغيرة من الصوف الأحمر، واستغرقت مني ثلاثة أسابيع.|صباح هادئ مع الشاي والنول وصوت المطر.|
  מצאתי צמר ישן בשוק וצבעתי אותו בקליפות רימון. יצא כתום יפה.|امروز یک گلیم کوچک را تمام کردم و دوباره از نو شروع می‌کنم.`)

/** The shares of posts with each feature, among those that have a text of their own. */
const RIGHT_TO_LEFT_SHARE = 0.04
const LONG_SHARE = 0.04
const MENTION_SHARE = 0.1
const TAG_SHARE = 0.35

/** Returns the text of a post. `sampleUsername` returns the user whom it mentions. */
export function postText(random: Random, sampleUsername: () => string): string {
  const parts = [random() < RIGHT_TO_LEFT_SHARE ? pickOne(random, rightToLeft) : fillTemplate('{post}', random)]
  if (random() < LONG_SHARE) {
    const paragraphs = 6 + Math.floor(random() * 20)
    for (let count = 0; count < paragraphs; count += 1) parts.push(`\n\n${fillTemplate('{post}', random)}`)
  }
  if (random() < MENTION_SHARE) parts.push(` Thank you, @${sampleUsername()}!`)
  for (let share = TAG_SHARE; random() < share; share /= 2) parts.push(` #${pickOne(random, tags)}`)
  return parts.join('')
}

/** Returns the bio of a user. */
export function bioText(random: Random): string {
  return fillTemplate('{bio}', random)
}

function fillTemplate(template: string, random: Random): string {
  return template.replaceAll(/\{(\w+)\}/g, (_slot, list: string) =>
    fillTemplate(pickOne(random, lists[list] ?? [list]), random),
  )
}
