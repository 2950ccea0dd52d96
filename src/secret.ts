import { inspect } from 'node:util'

const HIDDEN = '***'
/** Shorter fragments of an encoded token appear in ordinary text by chance. So do short tokens if blanks do not count. */
const SHORTEST_FRAGMENT = 8
/** V8 takes no pattern for thousands of characters with their escapes, as a JWT has: there is one for each part. */
const LONGEST_PART = 500

/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
export class Secret {
  readonly #value: string
  readonly #forms: readonly string[]
  /** Made when they are needed. */
  #patterns: TokenPatterns | undefined

  constructor(value: string) {
    this.#value = value
    this.#forms = formsOf(value)
  }

  reveal(): string {
    return this.#value
  }

  /** The value and its encodings as a whole, longest first: what a runner can mask. */
  forms(): readonly string[] {
    return this.#forms
  }

  /**
   * `text` with every form of the secret replaced by `***`, in time that is linear in the text:
   * - the value, also if some or all of its characters are escaped as URLs, JSON, C (`\x41`), HTML or quoted-printable do
   *   it, or are full width;
   * - the value without its end, if `…` stands for that;
   * - in hexadecimal digits, in base64 or base64url, also as a part of a longer text, and in base64 of that;
   * - each of these broken by white space, combining or invisible characters, as they are or as an escape of JSON or HTML,
   *   by a soft line break, or by tags such as `<wbr>`. Only of forms with eight characters or more.
   *
   * Not found are other encodings, three of them one around the other, percent-encoded or visible characters in between,
   * and look-alikes of other scripts.
   */
  redact(text: string): string {
    this.#patterns ??= patternsOf(this.#value)
    const { all, distinctive } = this.#patterns
    const broken = viewsOf(text).flatMap((view) => {
      return matchesIn(view.text, distinctive).map(([start, end]): Range => {
        return [view.origin(start), view.origin(end - 1) + 1]
      })
    })
    return hide(text, [...matchesIn(text, all), ...broken])
  }

  /** True if a text has a form of the secret. */
  isIn(text: string): boolean {
    return this.redact(text) !== text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const encoded = [
    encodeURIComponent(value.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...base64Fragments(bytes).flatMap((fragment) => [fragment, toBase64Url(fragment)])
  ].filter((form) => form.length >= SHORTEST_FRAGMENT)
  return [...new Set([value, ...encoded])].sort((a, b) => b.length - a.length)
}

/**
 * The base64 digits that depend on `bytes` alone where they stand 0, 1 or 2 bytes (modulo 3) behind the start of a longer
 * text, such as `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out, and what is then
 * too short.
 */
function base64Fragments(bytes: Buffer): string[] {
  const fragments = [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  return fragments.filter((fragment) => fragment.length >= SHORTEST_FRAGMENT)
}

function toBase64Url(digits: string): string {
  return digits.replaceAll('+', '-').replaceAll('/', '_')
}

interface TokenPatterns {
  readonly all: readonly RegExp[]
  /** Forms of the token that are too long to appear by chance. */
  readonly distinctive: readonly RegExp[]
}

function patternsOf(value: string): TokenPatterns {
  const bytes = Buffer.from(value)
  const once = base64Fragments(bytes)
  const twice = [...once, ...once.map(toBase64Url)].flatMap((fragment) => base64Fragments(Buffer.from(fragment)))
  const hex = bytes.toString('hex')
  const encoded = [
    ...(hex.length < SHORTEST_FRAGMENT ? [] : regExpsOf(hex, digitPattern, 'gi')),
    ...[...new Set([...once, ...twice])].flatMap((form) => regExpsOf(form, digitPattern, 'gu'))
  ]
  const all = [...regExpsOf(value, characterPattern, 'gu'), ...beginningsOf(value), ...encoded]
  return { all, distinctive: value.length >= SHORTEST_FRAGMENT ? all : encoded }
}

/** What a message has cut: eight characters or more, up to the `…`. */
function beginningsOf(value: string): RegExp[] {
  const chars = Array.from(value)
  if (chars.length < 2 * SHORTEST_FRAGMENT) return []
  const first = chars.slice(0, SHORTEST_FRAGMENT).map(characterPattern).join('')
  return [new RegExp(`${first}[^\\s…]{0,${Math.min(chars.length, LONGEST_PART)}}(?=…)`, 'gu')]
}

/** @param sourceOf makes the source of a pattern for a character. */
function regExpsOf(form: string, sourceOf: (char: string) => string, flags: string): RegExp[] {
  const sources = Array.from(form, sourceOf)
  const parts = Math.ceil(sources.length / LONGEST_PART)
  const size = Math.ceil(sources.length / parts)
  return Array.from({ length: parts }, (_, at) => {
    return new RegExp(sources.slice(at * size, (at + 1) * size).join(''), flags)
  })
}

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** Source of a pattern for a character as it is, and as encoders write it: each escapes others. */
function characterPattern(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const hex = code.toString(16).padStart(2, '0')
  const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const entity = ENTITIES[char] === undefined ? '' : `|&${ENTITIES[char]};`
  // The full width forms of ASCII have the same order.
  const wide = code > 0x20 && code < 0x7f ? `\\u{${(code + 0xfee0).toString(16)}}` : ''
  const escaped = `[%=]${digits}|\\\\(?:x|u00)${digits}|&#0{0,6}${code};|&#[xX]0{0,6}${digits};${entity}`
  return `(?:\\\\?[\\u{${hex}}${wide}]|${escaped})`
}

/** A pattern for a digit of hexadecimal numbers, in both cases, or of base64 and base64url, where encoders escape few. */
function digitPattern(digit: string): string {
  if (digit === '+') return `(?:${characterPattern('+')}|-)`
  if (digit === '/') return `(?:${characterPattern('/')}|_)`
  return digit
}

/** From where to where a text is to be hidden; the end is exclusive. */
type Range = readonly [start: number, end: number]

function matchesIn(text: string, patterns: readonly RegExp[]): Range[] {
  const ranges: Range[] = []
  for (const pattern of patterns) {
    // `matchAll` would copy the pattern each time, which takes longer than to look through a short text.
    text.replace(pattern, (found, index: number) => {
      ranges.push([index, index + found.length])
      return ''
    })
  }
  return ranges
}

/** Ranges that touch become one. */
function hide(text: string, ranges: readonly Range[]): string {
  let hidden = ''
  let end = 0
  for (const range of ranges.toSorted(([one], [other]) => one - other)) {
    if (range[0] > end || end === 0) hidden += text.slice(end, range[0]) + HIDDEN
    end = Math.max(end, range[1])
  }
  return hidden + text.slice(end)
}

const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu
const NAMED_ESCAPES = /^(?:\\[nrtbf]|&(?:shy|nbsp|zwn?j|zerowidthspace|nobreak|ensp|emsp|thinsp|hairsp|tab|newline);)$/i
/** What else may break a token: escapes, of which only some are invisible, soft line breaks and tags. */
const BREAKS = new RegExp(
  [
    INVISIBLE.source,
    String.raw`\\(?:[nrtbf]|u[0-9a-f]{4}|x[0-9a-f]{2})`,
    '&(?:[a-z]{2,20}|#[0-9]{1,7}|#x[0-9a-f]{1,6});',
    String.raw`=\r?\n`,
    '<[!/]?[a-z-][^<>]{0,200}>'
  ].join('|'),
  'giu'
)

/** True if nobody sees a match of `BREAKS`. */
function isInvisible(found: string): boolean {
  const [, decimal, hex] = /^&#(\d+);$|^(?:\\[ux]|&#x)([0-9a-f]+);?$/i.exec(found) ?? []
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
  if (code <= 0x10ffff) return String.fromCodePoint(code).replace(INVISIBLE, '') === ''
  return !/^[&\\]/.test(found) || NAMED_ESCAPES.test(found)
}

/** A text without some of its parts, and where its rest was: `origin` is the index in the text of an index in the view. */
interface View {
  readonly text: string
  readonly origin: (index: number) => number
}

/** The text without what may break a token. One view is not enough, because a token may look as if a tag was in it. */
function viewsOf(text: string): View[] {
  const views = [viewWithout(text, INVISIBLE)]
  if (/[&<\\]|=\r?\n/.test(text)) views.push(viewWithout(text, BREAKS, isInvisible))
  return views.filter((view) => view.text.length < text.length)
}

/** @param parts what is left out, unless `isLeftOut` says that it is not. */
function viewWithout(text: string, parts: RegExp, isLeftOut?: (part: string) => boolean): View {
  let origins: Uint32Array | undefined
  return {
    // Without a function it takes less time and memory.
    text:
      isLeftOut === undefined ? text.replace(parts, '') : text.replace(parts, (part) => (isLeftOut(part) ? '' : part)),
    // Nearly no text needs them.
    origin: (index) => (origins ??= originsWithout(text, parts, isLeftOut))[index] ?? text.length
  }
}

/** For each index of a view its index in the text. */
function originsWithout(...[text, parts, isLeftOut]: Parameters<typeof viewWithout>): Uint32Array {
  const origins = new Uint32Array(text.length)
  let length = 0
  let end = 0
  const keep = (to: number): void => {
    while (end < to) origins[length++] = end++
  }
  for (const { index, 0: part } of text.matchAll(parts)) {
    if (isLeftOut?.(part) === false) continue
    keep(index)
    end = index + part.length
  }
  keep(text.length)
  return origins.subarray(0, length)
}
