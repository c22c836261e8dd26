/** Finds the addresses in a text: the screens link them, and no tag is inside one. */

import { LinkifyIt, REBuilder, type Match } from 'linkify-it'

/** An address in a text. */
export interface Address {
  start: number
  text: string
  /** Where it leads. Absent for an address that is not linked. */
  href?: string
  /** The host of an address that looks like another one, to warn of it. */
  realHost?: string
}

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

/** Scripts that are written without spaces: an address may follow directly. */
const unspaced =
  '[' +
  'Hani Hira Kana Bopo Hang Thai Laoo Khmr Mymr Tibt Yiii Java Bali Lana Tale Talu'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('') +
  ']'

/** The place before an address: not within a word. The last two are parts of emoji. */
const notInWord = `(?:(?<![\\p{L}\\p{N}\\p{M}_])|(?<=${unspaced}|[\\ufe0f\\u20e3]))`

/**
 * Signs that cannot be seen. Joiners and variation selectors, which shape the letters and emoji of a path, count beside
 * ASCII only.
 */
const invisible =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufeff\\uffa0]|\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|\\udb40' +
  '|(?<=[\\0-\\x7f])[\\u200c\\u200d\\ufe00-\\ufe0f]|[\\u200c\\u200d](?=[\\0-\\x7f]|$)'

/** The expressions of linkify-it: an address ends before an invisible sign, and starts after symbols, too. */
class Expressions extends REBuilder {
  constructor() {
    super()
    this.src_Z = `${this.src_Z}|${invisible}`
    this.src_ZPCc = `${this.src_Z}|${this.src_P}|${this.src_Cc}`
    this.src_ZCc = `${this.src_Z}|${this.src_Cc}`
  }

  override get_schema_search(): RegExp {
    return (this.cache['schema_search'] ??= new RegExp(`(${notInWord})(${this.get_schema_names().source})`, 'giu'))
  }

  override get_mail_name_validator(): RegExp {
    return (this.cache['mail_name_validator'] ??= new RegExp(`${notInWord}(${this.get_mail_name().source})$`, 'iu'))
  }
}

/** What is before the host in a match of linkify-it that has no scheme: its hosts contain any letter and symbol. */
const beforeHost = new RegExp(`^[^.]*(?:\\p{S}|\\u200d|\\ufe0f|\\u20e3|${unspaced}(?=[a-z0-9]))(?=[^.])`, 'iu')

const linkify = new LinkifyIt({ fuzzyLink: true, urlAuth: true, rebuilder: new Expressions() })
  .tlds(domains.split(' '), true)
  .add('//', null)
  .add('www.', {
    // After `www.`, a host with any domain.
    validate: (text, position, { re }) => {
      const host = re.get_relative_proto_validator()
      host.lastIndex = position
      return host.exec(text)?.[0].length ?? 0
    },
  })

/** Returns the addresses in a text, in order. Linked are http, https, mailto; hosts and e-mail addresses alone, too. */
export function addressesIn(text: string): Address[] {
  return (linkify.match(text.slice(0, MAX_CHARS)) ?? []).flatMap((match) => addressOf(match) ?? [])
}

function addressOf({ schema, index, raw: match }: Match): Address | null {
  const outside = schema === '' ? (beforeHost.exec(match)?.[0].length ?? 0) : 0
  const start = index + outside
  const text = match.slice(outside)
  const withScheme = /^(?:https?|mailto):/i.test(text)
    ? text
    : schema === 'mailto:'
      ? `mailto:${text}`
      : `https://${text}`
  if (schema === 'ftp:' || text.length > MAX_LINK_CHARS || !URL.canParse(withScheme)) return { start, text }
  const { href, protocol, hostname, username, password } = new URL(withScheme)
  // The library accepts every domain of two letters.
  if (schema === '' && /\.[a-z]{2}$/.test(hostname) && !countries.includes(hostname.slice(-2))) return null
  const address = { start, text, href }
  if (protocol === 'mailto:') {
    const host = text.slice(text.lastIndexOf('@') + 1)
    return canMislead(host) ? { ...address, realHost: URL.parse(`https://${host}`)?.hostname ?? host } : address
  }
  // The parser guesses a host for `http://1`.
  const shownHost = /^(?:https?:\/\/)?([^/?#\\]*)/i.exec(text)?.[1] ?? ''
  if (!/[^.]\.[^.]|^localhost|^\[/i.test(shownHost)) return { start, text }
  // A username before `@` can disguise the real host, too.
  const misleads = username !== '' || password !== '' || canMislead(shownHost)
  return misleads ? { ...address, realHost: hostname } : address
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
