import { LinkifyIt, type Match } from 'linkify-it'
import type { TextSegment } from './textSegments.ts'

/** Longer texts have no links after this. */
const MAX_CHARS = 100_000
/** A longer address is plain text. */
const MAX_LINK_CHARS = 2000

/**
 * Top-level domains that are linked without `https://` or `www.`, besides the classic ones that linkify-it knows. A
 * complete list would turn file names into links.
 */
const domains =
  'academy agency app art band blog cafe camp careers chat click cloud club community company cool design dev digital ' +
  'email events family farm film fund fun gallery game games garden global group guide guru help house international ' +
  'jobs land law life link live lol love ltd market media mobi museum network news ngo ong online page party photo ' +
  'photography photos pictures place plus press pub radio rocks run school science shop show site social software ' +
  'solutions space store studio style support systems team tech technology tel today tools top tours town toys travel ' +
  'tube university video vip vote watch website wedding wiki work works world wtf xyz zone'

/** Those of two letters. The others end file names (`readme.md`, `main.rs`) or are words after a missing space (`so.it`). */
const countries = (
  'ae ar au bg br ca ch cl cn cz de dk ee es eu fi fr gr hk hr hu ie il io jp ke kr lt lu lv mx ng nl nz pe ph pt ro ' +
  'ru se sg si sk th tr tw ua uk za'
).split(' ')

const linkify = new LinkifyIt({ fuzzyLink: true, urlAuth: true })
  .tlds(domains.split(' '), true)
  .add('ftp:', null)
  .add('//', null)
  .add('www.', {
    // After `www.`, a host with any domain.
    validate: (text, position, { re }) => {
      const host = re.get_relative_proto_validator()
      host.lastIndex = position
      return host.exec(text)?.[0].length ?? 0
    },
  })

/** Returns the addresses in a text, in order: http, https, mailto; hosts and e-mail addresses alone, too. */
export function addressesIn(text: string): TextSegment[] {
  return (linkify.match(text.slice(0, MAX_CHARS)) ?? []).flatMap((match) => segmentOf(match) ?? [])
}

function segmentOf({ schema, index, raw, url }: Match): TextSegment | null {
  const hasScheme = /^(?:https?|mailto):$/.test(schema)
  const address = hasScheme ? url : `https://${raw}`
  if (raw.length > MAX_LINK_CHARS || !URL.canParse(address)) return null
  const { href, protocol, hostname, username, password } = new URL(address)
  const segment = { start: index, text: raw, href }
  // The library accepts every domain of two letters.
  if (schema === '' && /\.[a-z]{2}$/.test(hostname) && !countries.includes(hostname.slice(-2))) return null
  if (protocol === 'mailto:') {
    const host = raw.slice(raw.lastIndexOf('@') + 1)
    return canMislead(host) ? { ...segment, realHost: URL.parse(`https://${host}`)?.hostname ?? host } : segment
  }
  // The parser guesses a host for `http://1`.
  const shownHost = /^(?:https?:\/\/)?([^/?#\\]*)/i.exec(raw)?.[1] ?? ''
  if (!/[^.]\.[^.]|^localhost|^\[/i.test(shownHost)) return null
  // A username before `@` can disguise the real host, too.
  const misleads = username !== '' || password !== '' || canMislead(shownHost)
  return misleads ? { ...segment, realHost: hostname } : segment
}

/** Lower-case letters of European languages that have no decomposition. */
const plainLetters = /[\p{ASCII}ßæœøłđðþ]/gu
/** The accents of European languages. */
const accents = /[\u0300-\u030c\u0327\u0328]/g

/**
 * Returns whether a host has characters that can look like others, such as a Cyrillic `а` or the division slash `∕`. All
 * except ASCII and European Latin letters count.
 */
function canMislead(host: string): boolean {
  return host.toLowerCase().normalize('NFD').replaceAll(accents, '').replaceAll(plainLetters, '') !== ''
}
