import { CST, isMap, isScalar, Lexer, LineCounter, parseAllDocuments, visit } from 'yaml'
import type { Document, Pair } from 'yaml'
import type { FileContent } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import { yamlProblem } from '../runbook/front-matter.ts'
import { decode, MAX_BYTES, refused, type Refused } from '../runbook/text.ts'
import { count, format, joined, listed } from '../wording.ts'

/** A file that may have alerts: its content, or why it is never read, as a clause. */
export type RuleFile = { readonly path: string } & ({ readonly content: FileContent } | { readonly skipped: string })

/** An alert of a Prometheus rule file. */
export interface Alert {
  /** Its name. */
  readonly alert: string
  readonly file: string
  /** The line of `alert:` in the file, from 1. */
  readonly line: number
  /** The address of its runbook, as written; empty without one. */
  readonly address: string
}

/** What rule files say. */
export interface Rules {
  /** Number of files that were looked at. */
  readonly files: number
  readonly alerts: readonly Alert[]
  readonly problems: readonly Diagnostic[]
}

/** Tokens of one file: enough for 1,500 alerts. The parser takes up to 12 µs for each. This also limits documents and aliases. */
const MAX_TOKENS = 100_000
/** Characters of the name of an alert. An alias may repeat a name of any length. */
const MAX_NAME = 500
const MAX_FILES = 10_000
/** Alerts of all files. */
const MAX_ALERTS = 20_000

/** Reads the alerts of files in YAML or JSON: Prometheus rules, `PrometheusRule` resources, and other files with such rules. */
export async function readRules(files: AsyncIterable<RuleFile>): Promise<Rules> {
  const alerts: Alert[] = []
  const problems: Diagnostic[] = []
  const templates: string[] = []
  let number = 0
  for await (const file of files) {
    if (number >= MAX_FILES || alerts.length > MAX_ALERTS) {
      problems.push({ level: 'warning', message: `The files from ${file.path} on are not read: ${TOO_MANY}` })
      break
    }
    number++
    const found = readFile(file)
    if (found === 'template') templates.push(file.path)
    else if ('reason' in found) {
      const message = `Alerts of this file are not read: ${joined([found.reason, found.hint])}`
      problems.push({ level: 'warning', path: file.path, line: found.line, message })
    } else alerts.push(...found)
  }
  if (templates.length > 0) {
    const message = `${count(templates.length, 'template')} with alerts cannot be read: ${listed(templates)}. ${RENDER}`
    problems.push({ level: 'notice', message })
  }
  return { files: number, alerts, problems }
}

const TOO_MANY = `there are more than ${format(MAX_FILES)} files, or ${format(MAX_ALERTS)} alerts.`
const RENDER = 'Render templates first, as `helm template` does; `runbook-sync alerts --rules` reads the result.'

function readFile(file: RuleFile): readonly Alert[] | Refused | 'template' {
  if ('skipped' in file) return refused(`${file.skipped}.`, '')
  // All of them get the same words, so that a report can count them.
  if (file.content.kind === 'too-large') return refused(`it has more than ${format(MAX_BYTES)} bytes.`, '')
  const text = decode(file.content)
  if (typeof text !== 'string') return text
  // Most YAML and JSON of a repository needs no parser.
  if (!text.includes('expr') || !/\balert["']?[ \t]*:/.test(text)) return []
  return checkTokens(text) ?? parse(file.path, text)
}

/** What YAML makes of templates outside of strings. `{{ $labels.x }}` lacks its quotes instead. */
const TEMPLATE = /^\{(?:%|\{(?! *\$(?:labels|value)))/

/** Refuses what takes the parser too long, and templates. */
function checkTokens(text: string): Refused | 'template' | undefined {
  const lexer = new Lexer().lex(text).filter((token) => token !== CST.SCALAR)
  const tokens = [...lexer.take(MAX_TOKENS + 1)]
  // Each wrong escape is an error.
  const number = tokens.reduce((sum, token) => sum + token.split('\\').length, 0)
  if (number > MAX_TOKENS) return refused(`it has more than ${format(MAX_TOKENS)} tokens.`, 'Split it.')
  const isTemplate = tokens.some((token, at) => token === '{' && TEMPLATE.test(tokens.slice(at, at + 4).join('')))
  return isTemplate ? 'template' : undefined
}

function parse(path: string, text: string): readonly Alert[] | Refused {
  const lineCounter = new LineCounter()
  const lineAt = (offset = 0): number => lineCounter.linePos(offset).line
  // To compare the keys of a map takes quadratic time, and Prometheus refuses keys that occur twice.
  const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, lineCounter } as const
  const documents = parseAllDocuments(text, { ...options, customTags: ['null'] })
  const [error] = documents.flatMap(({ errors }) => errors)
  if (error !== undefined) {
    return refused(`it is not valid YAML (${yamlProblem(error)}).`, '', lineAt(error.pos[0]))
  }
  const rules = documents.flatMap(rulesOf)
  return rules.map(({ alert, at, address }) => ({ alert, file: path, line: lineAt(at), address }))
}

/** The alerts of a document, with the offset of `alert:`. */
function rulesOf(document: Document.Parsed) {
  const anchors = new Map<string, unknown>()
  const targets = new Map<unknown, unknown>()
  const maps = new Map<unknown, ReadonlyMap<unknown, Pair>>()
  visit(document, {
    Alias(_, alias) {
      targets.set(alias, anchors.get(alias.source))
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      if (isMap(node)) maps.set(node, new Map(node.items.map((pair) => [scalarOf(pair.key), pair])))
    }
  })
  const follow = (node: unknown): unknown => targets.get(node) ?? node
  // One `<<` is enough for rules, and cannot run in circles.
  const valueAt = (map: unknown, key: string): unknown => {
    const own = maps.get(map)
    return follow((own?.get(key) ?? maps.get(follow(own?.get('<<')?.value))?.get(key))?.value)
  }
  return [...maps].flatMap(([rule, own]) => {
    const alert = scalarOf(valueAt(rule, 'alert'))
    const key = own.get('alert')?.key
    if (alert === '' || alert.length > MAX_NAME || !isScalar(key) || valueAt(rule, 'expr') === undefined) return []
    const annotations = valueAt(rule, 'annotations')
    const addresses = ['runbook_url', 'runbook'].map((name) => scalarOf(valueAt(annotations, name)))
    return { alert, address: addresses.find((address) => address !== '') ?? '', at: key.range?.[0] }
  })
}

/** Empty for null, and for what is no text. */
function scalarOf(node: unknown): string {
  return isScalar(node) && typeof node.value === 'string' ? node.value.trim() : ''
}
