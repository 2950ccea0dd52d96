import type { SecretLintRuleContext, SecretLintRuleCreator, SecretLintSourceCode } from '@secretlint/types'
import { HIDDEN } from '../secret.ts'
import { listed } from '../wording.ts'
import type { Span } from './comments.ts'

/** A credential in a text. Its value is kept nowhere. */
export interface Credential {
  /** 1-based. */
  readonly line: number
  /** `AWS Secret Access Key`. */
  readonly kind: string
}

export const REMOVE_CREDENTIAL =
  'Remove it, and rotate it if it is in Git already. If it is an example, write `<!-- secretlint-disable-line -->` in its line, or `<!-- secretlint-disable-next-line -->` above it.'

/** Words that documents have in place of a password, beside those that the library knows. */
const PASSWORDS = [
  // The name of the user.
  '\\1',
  '[\\w.-]*(?:pass(?:w(?:or)?d)?|secret|test)',
  '(?:[a-z]+[-_])*token',
  'changeme|\\*+|x{3,}|0?1234?5?6?7?8?9?0?',
  // A variable, or a name to be replaced: `$PGPASSWORD`, `${TOKEN}`, `${{ secrets.X }}`, `<password>`, `[YOUR-PASSWORD]`.
  '\\$[a-z_]\\w*|\\$?\\{[^{}@]*\\}|\\$?\\{\\{[^{}@]*\\}\\}|<[^<>@]*>|\\[[^[\\]@]*\\]',
  // No password, but a port, and another address behind it: "postgres://db:5432","ops@acme.com".
  '\\d{1,5}[^\\w@][^@]*'
]
/** Hosts in examples. */
const HOSTS = '(?:[\\w-]+\\.)*example(?:\\.[a-z]+)?(?![\\w.-])|\\.{3}'
/** Other values in examples: of AWS, Slack and GitLab. */
const VALUES = ['x{8}', '[\\w/+]{30}EXAMPLEKEY', '/T(?:0+/B0+|X+/BX+)/', '(?:xox[a-z]|glpat)-your-']
/** One pattern that fits once: the library compares all that fit with each other. */
const ADDRESS = `[a-z+]+://([^:/\\s]+):(?:(?:${PASSWORDS.join('|')})@|[^@/\\s]*@(?:${HOSTS}))`
const ALLOWED = [`/^(?:${ADDRESS}|[^]*?(?:${VALUES.join('|')}))/i`]

/** A comment of the library for all its rules, the first one of a line; what follows `--` is a remark. */
const COMMENT = /secretlint-(disable-next-line|disable-line|disable|enable)[ \t]*(?:--.*)?$/gm

/** The message of a rule: `found GitHub Token(classic): …`. */
const MESSAGE = /^found ([A-Za-z0-9][\w '/.-]{1,60}?)\s*(?:\([^()]*\))?: ([^]*)$/
/** No rule matches across it. */
const BETWEEN = '\n\0\n'
/** The character before the address of a database. The library takes `a://b,c://d` for one address. */
const BEFORE_ADDRESS = /[^\w\s](?=(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/)/gi

/** Loaded for the first text: most runs have none to search. */
let library: Promise<readonly SecretLintRuleCreator[]> | undefined

async function load(): Promise<readonly SecretLintRuleCreator[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend')
  // The time of its own comments grows with the square of their number.
  return rules.filter(({ meta }) => !meta.id.endsWith('filter-comments'))
}

interface Found extends Span {
  readonly kind: string
}

/**
 * The findings of the library's rules, by place. Its own runner compares all of them with each other, so that a file with many
 * takes minutes.
 */
async function scan(text: string): Promise<Found[]> {
  const found: Found[] = []
  // Only the rule for comments reads the other fields. With this path, no rule looks for a file on the disk.
  const content = text.replace(BEFORE_ADDRESS, ' ')
  const source = { content, filePath: 'runbook.md', ext: '.md' } as SecretLintSourceCode
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: (messages) => (id, data) => {
      return { message: messages[id]?.en(data ?? {}) ?? '', messageId: String(id), data }
    },
    report: ({ message: { message }, range: [start, end] }) => {
      // The value is the end of every message.
      const [, kind = 'credential', value = text.slice(start, end)] = MESSAGE.exec(message) ?? []
      if (isInARow(value)) return
      // A range may begin before its value.
      const from = Math.max(text.indexOf(value, start), start)
      found.push({ from, to: from + value.length, kind })
    },
    ignore: () => undefined
  }
  for (const rule of await (library ??= load())) await rule.create(context, { allows: ALLOWED }).file?.(source)
  return found.sort((one, other) => one.from - other.from || one.to - other.to)
}

/** True for a token such as `ghp_abcdef…`, in which most letters and digits follow the one before. */
function isInARow(value: string): boolean {
  if (!/^[\w.-]+$/.test(value)) return false
  const codes = Array.from(value.toLowerCase(), (character) => character.charCodeAt(0))
  const follows = (code: number, at: number): boolean => code - (codes[at - 1] ?? 0) === 1
  return codes.filter(follows).length > codes.length / 2
}

/** The credentials in the text of a file, by line. The library's comments leave some out. */
export async function findCredentials(text: string): Promise<readonly Credential[]> {
  const found = await scan(text)
  if (found.length === 0) return []
  const spans = spansLeftOut(text)
  const credentials: Credential[] = []
  let [next, leftOutTo, last] = [0, -1, -1]
  let [line, end] = [1, text.indexOf('\n')]
  for (const { from, kind } of found) {
    for (; (spans[next]?.from ?? Infinity) <= from; next++) leftOutTo = Math.max(leftOutTo, spans[next]?.to ?? -1)
    // Two rules may find one value.
    if (from < leftOutTo || from === last) continue
    for (; end !== -1 && end < from; end = text.indexOf('\n', end + 1)) line++
    credentials.push({ line, kind })
    last = from
  }
  return credentials
}

/** The places that comments exempt. A credential counts by its beginning, because a key has many lines. */
function spansLeftOut(text: string): readonly Span[] {
  const endOfLine = (at: number): number => {
    const end = text.indexOf('\n', at)
    return end === -1 ? text.length : end
  }
  const spans: Span[] = []
  let off: number | undefined
  for (const { 1: what, index } of text.matchAll(COMMENT)) {
    const end = endOfLine(index)
    if (what === 'disable-line') spans.push({ from: text.lastIndexOf('\n', index) + 1, to: end })
    else if (what === 'disable-next-line') spans.push({ from: end, to: endOfLine(end + 1) })
    else if (what === 'disable') off ??= index
    else if (off !== undefined) {
      spans.push({ from: off, to: index })
      off = undefined
    }
  }
  if (off !== undefined) spans.push({ from: off, to: text.length })
  return spans.sort((one, other) => one.from - other.from)
}

/** The texts that have credentials, each with the same text without them. No comment leaves one out. */
export async function withoutCredentials(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await scan(texts.join(BETWEEN))
  const hidden = new Map<string, string>()
  let [start, next] = [0, 0]
  for (const text of texts) {
    const parts: string[] = []
    let at = 0
    for (let one = found[next]; one !== undefined && one.from < start + text.length; one = found[++next]) {
      if (one.from - start >= at) parts.push(text.slice(at, one.from - start), HIDDEN)
      at = Math.max(at, one.to - start)
    }
    if (parts.length > 0) hidden.set(text, parts.join('') + text.slice(at))
    start += text.length + BETWEEN.length
  }
  return hidden
}

/** `AWS Secret Access Key (line 3)`; where there are several, the first ones. */
export function sayCredentials(found: readonly Credential[]): string {
  return listed(found.map(({ kind, line }) => `${kind} (line ${line})`))
}
