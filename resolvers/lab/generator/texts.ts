import { choicesOf, pickOne, type Random } from './random.ts'

const BAR = /\s*\|\s*/

/** The texts to choose from. A word in braces is replaced with a text of the list with that name. */
const texts = {
  post: `{made} {thing}. {verdict}|{made} {thing} {when}. {verdict}|Third try at {thing}. {verdict}|
    Swapped {thing} for {thing}. {verdict}|Before: a pile of {material}. After: {thing}. {verdict}|
    Has anyone else tried {activity} with {material}? {question}|Looking for {thing} near the {place}. {question}|
    Day {number} of {activity}. {verdict}|Day {number} of {activity}. Note to self: {advice}.|
    {dish} for supper, with {ingredient} and {ingredient} from the {place}. {tasted}|
    {dish} {when}. The secret is {ingredient}, and patience. {tasted}|Reading {book} {when}. {read}|
    Sowed {plant} {when}. {garden}|Saw {seen} in the {place} {when}.|
    Walked to the {place} {when}, and stayed for {joy}.|Small joys of the week: {joy}, {joy}, and {joy}.|
    See you in the {place} on Saturday? I bring {thing}.`,
  made: 'Finished|Mended|Started on|Gave away|Took apart|Just unwrapped|Almost finished|Found a home for',
  thing: `a {colour} scarf|the {colour} blanket|a pair of {colour} mittens|a stool with three legs|the garden bench|
    a notebook bound in linen|a jar of {ingredient}|a linocut of the {place}|a rug from {material}|an old radio`,
  colour: 'madder red|mustard|moss green|chalk white|walnut brown|sea blue|rust|heather|straw',
  when: 'this morning|last night|before breakfast|in the rain|over the weekend|after work|between two showers',
  place: 'garden|orchard|harbour|market|library|workshop|park|meadow',
  verdict: `Not perfect, but it holds.|Took twice as long as planned.|Very pleased.|The cat approves.|
    Photo when the light is better.|Worth every hour.|It leans a little. So do I.|Slow work, good company.`,
  seen: 'a heron and no one else|the first swallows|a hedgehog with plans|three snails|bees in the ivy|a kingfisher',
  activity: 'spinning|weaving on a small loom|dyeing|baking|learning the accordion|keeping bees|bookbinding',
  material: 'hemp|raw wool|old sheets|paper yarn|silk ends|birch bark|recycled denim',
  question: 'Where do you get yours?|Is it worth the trouble?|Who has one to lend?|What would you do?',
  number: '3|4|5|7|9|12|21|30',
  dish: 'Soup|Dumplings|Flatbread|A big salad|Risotto|Pancakes|Lentils|Noodles|A tart|Dal',
  ingredient: 'rhubarb|wild garlic|plums|squash|mint|beetroot|quince|walnuts|fennel|lemons|broad beans|honey',
  tasted: 'Nothing was left.|The children asked for toast.|Recipe on request.|Even better the next day.',
  book: 'a history of blue|a thick book on mushrooms|letters between two gardeners|poems by a beekeeper',
  read: 'Could not put it down.|Made me miss my stop.|Now I want to go there.|I cried on page forty.',
  plant: 'peas|woad|marigolds|kale|beans|hollyhocks|leeks|fennel',
  garden: 'The slugs have been told.|Hope is a seed packet.|Next year in the sunny bed.|Patience.',
  advice: 'measure twice, cut once|label the jars|stop while it still goes well|buy the better thread',
  joy: 'clean sheets|a letter|new potatoes|sun on the loom|a seat by the window|warm bread|the smell of rain',
  reply: `{opinion}|{opinion} {advised}|{advised}|{question}|{opinion} {question}|{verdict}|Mine was {thing}. {verdict}|
    Try it with {material}.|I have {ingredient} to spare, if you want some.|See you in the {place}, then.`,
  opinion: `This made my day.|Lovely work.|The colours!|I know that feeling.|Now I want to try that, too.|So good.|
    That took patience.|My grandmother did it the same way.|How beautiful.|Same here.`,
  advised: 'What helped me: {advice}.|Remember: {advice}.',
  bio: `{trade} from {town}.|{trade}. {like}.|{like}. Mostly found in the {place}.|Learning {activity}, badly.|
    {trade} by day, {activity} by night.|{like}, in that order. {town}.`,
  trade: 'Weaver|Baker|Nurse|Gardener|Bookbinder|Teacher|Carpenter|Illustrator|Ferry pilot|Translator|Potter|Postman',
  town: 'Porto|Aarhus|Kyoto|Accra|Leeds|Oaxaca|Tbilisi|Cork|Pune|Valdivia|Turku|Dakar|Ghent|Kraków|Tromsø',
  like: 'Wool, wood and long walks|Tea and tomatoes|Slow trains|Maps, mosses, marmalade|Cold water|Poems and pickles',
}

const lists = new Map(Object.entries(texts).map(([name, text]) => [name, choicesOf(text, BAR)]))

const tags = choicesOf('weaving|Weaving|sourdough|SlowTravel|mending|books|linocut|ceramics|brød|織物|نسيج', BAR)

const rightToLeft = choicesOf(
  `أنهيت اليوم سجادة صغيرة من الصوف الأحمر، واستغرقت مني ثلاثة أسابيع.|صباح هادئ مع الشاي والنول وصوت المطر.|
  מצאתי צמר ישן בשוק וצבעתי אותו בקליפות רימון. יצא כתום יפה.|امروز یک گلیم کوچک را تمام کردم و دوباره از نو شروع می‌کنم.`,
  BAR,
)

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

/** Returns the text of a reply. `sampleUsername` returns the user whom it mentions. */
export function replyText(random: Random, sampleUsername: () => string): string {
  const text = fillTemplate('{reply}', random)
  return random() < MENTION_SHARE ? `${text} @${sampleUsername()} may know more.` : text
}

/** Returns the bio of a user. */
export function bioText(random: Random): string {
  return fillTemplate('{bio}', random)
}

function fillTemplate(template: string, random: Random): string {
  return template.replaceAll(/\{(\w+)\}/g, (_slot, list: string) =>
    fillTemplate(pickOne(random, lists.get(list) ?? [list]), random),
  )
}
