import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap
} from 'yaml'
import type { FileContent } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import { decode, refused, type Refused } from '../runbook/text.ts'
import { withoutTemplates } from '../runbook/templates.ts'
import { readYaml, yamlProblem } from '../runbook/yaml.ts'
import { joined } from '../wording.ts'

/** A file that may have alerts. */
export interface RuleFile {
  readonly path: string
  readonly content: FileContent
}

/** Bytes of a file that is searched for alerts. A larger one is no rule file. */
export const MAX_RULES = 16 * 1024 * 1024
/** Bytes of a file that is parsed: `helm template` makes more than a mebibyte. For eight, the parser takes 608 MB. */
const MAX_PARSED = 4 * 1024 * 1024
/** Lines, and marks between values. For each, the parser may take a kilobyte. */
const MAX_MARKS = 512 * 1024

export interface Alert {
  readonly alert: string
  readonly file: string
  /** The line of its name in the file, from 1. */
  readonly line: number
  /** The address of its runbook, as written; empty without one. */
  readonly address: string
}

/** The alerts of all rule files, and the files that were not read. */
export interface Rules {
  /** Number of files that were searched. */
  readonly fileCount: number
  readonly alerts: readonly Alert[]
  /** Files with alerts that cannot be read. */
  readonly unread: readonly (Diagnostic & { readonly path: string })[]
  /** Paths of files with rules of other forms: Jsonnet, ERB, Pyrra, Datadog. */
  readonly others: readonly string[]
}

/** Reads the alerts of files in YAML or JSON: of Prometheus, Grafana and Sloth, of resources with their rules, and of Helm templates. */
export async function readRules(files: AsyncIterable<RuleFile>): Promise<Rules> {
  const alerts: Alert[] = []
  const unread: Rules['unread'][number][] = []
  const others: string[] = []
  let number = 0
  for await (const file of files) {
    number++
    const found = readFile(file)
    if (found.hasOthers) others.push(file.path)
    alerts.push(...found.alerts)
    if (found.problem === undefined) continue
    const { reason, hint, line } = found.problem
    const message = `Alerts of this file are not read: ${joined([reason, hint])}`
    unread.push({ level: 'warning', path: file.path, line, message })
  }
  return { fileCount: number, alerts, unread, others }
}

interface FileRules {
  readonly alerts: readonly Alert[]
  readonly problem?: Refused
  /** True if it has rules of another form. */
  readonly hasOthers?: boolean
}

function readFile({ path, content }: RuleFile): FileRules {
  const text = decode(content, MAX_PARSED)
  if (typeof text !== 'string') {
    // In UTF-16 each second byte is zero.
    const bytes = content.kind === 'bytes' ? content.bytes.toString('latin1').replaceAll('\0', '') : ''
    return hasRules(bytes) ? { alerts: [], problem: text } : { alerts: [] }
  }
  const hasOthers = OTHER_RULES.some((forms) => forms.every((form) => form.test(text)))
  // Most YAML and JSON of a repository needs no parser.
  if (!hasRules(text)) return { alerts: [], hasOthers }
  // Only a program can read it.
  if (/(?:sonnet|\.erb)$/i.test(path)) return { alerts: [], hasOthers: true }
  if ((text.match(/[\n,[{]/g)?.length ?? 0) > MAX_MARKS) {
    return { alerts: [], problem: refused('it has too many lines or values.', 'Split it.'), hasOthers }
  }
  const { marked, restore } = withoutTemplates(text)
  const read = parse(path, marked)
  if ('reason' in read) return { alerts: [], problem: read, hasOthers }
  const alerts = read.map((one) => ({ ...one, alert: restore(one.alert), address: restore(one.address) }))
  return { alerts, hasOthers }
}

/** True if a text may have rules. In a schema, `alert:` and `title:` are followed by no text. */
function hasRules(text: string): boolean {
  const has = (key: string): boolean => new RegExp(`\\b${key}["']?[ \\t]*:`).test(text)
  const says = (key: string): boolean => new RegExp(`\\b${key}["']?[ \\t]*:[ \\t]*(?:[^\\s{[]|\\{[{%])`).test(text)
  if (says('alert') && text.includes('expr')) return true
  return (has('slos') && has('alerting')) || (has('rules') && says('title') && (has('groups') || has('condition')))
}

/** Objectives of Pyrra, and monitors of Datadog, of which other programs make alerts. */
const OTHER_RULES = [
  [/\bapiVersion["']?[ \t]*:[ \t]*["']?pyrra\.dev\//, /\bkind["']?[ \t]*:[ \t]*["']?ServiceLevelObjective\b/],
  [/\btype["']?[ \t]*:[ \t]*["']?(?:[\w-]+ alert|service check)\b/, /\bquery["']?[ \t]*:/]
] as const

/** @param outer of a text in a file: the line of the file for a line of the text. */
function parse(path: string, yaml: string, outer?: (line: number) => number): readonly Alert[] | Refused {
  const { documents, lines } = readYaml(yaml, readDocuments, (read) =>
    read.documents.every((one) => one.errors.length === 0)
  )
  const lineAt = (offset = 0): number => (outer ?? Number)(lines.linePos(offset).line)
  const [error] = documents.flatMap(({ errors }) => errors)
  if (error !== undefined) return refused(`it is not valid YAML (${yamlProblem(error)}).`, '', lineAt(error.pos[0]))
  const alerts: Alert[] = []
  let problem: Refused | undefined
  for (const document of documents) {
    const targets = targetsIn(document)
    visit(document, {
      Map(_, node, ancestors) {
        const above = ancestors.flatMap((each) => (isPair(each) && isScalar(each.key) ? [each.key.value] : []))
        const key = nameKeyIn(node, above)
        if (key !== undefined) {
          const alert = textOf(node, key.value, targets)
          const isRule = key.value !== 'alert' || fieldOf(node, 'expr', targets) !== undefined
          if (alert !== '' && isRule)
            alerts.push({ alert, file: path, line: lineAt(key.range?.[0]), address: runbookUrlOf(node, targets) })
        }
        const data = outer === undefined && node.get('kind') === 'ConfigMap' ? node.get('data') : undefined
        for (const { value } of isMap(data) ? data.items : []) {
          if (!isScalar(value) || !hasRules(String(value.value))) continue
          const start = lineAt(value.range?.[0])
          const isBlock = value.type?.startsWith('BLOCK') ?? false
          const inner = parse(path, String(value.value), (line) => (isBlock ? start + line : start))
          if ('reason' in inner) problem ??= inner
          else alerts.push(...inner)
        }
      }
    })
  }
  return problem ?? alerts
}

function readDocuments(yaml: string) {
  const lines = new LineCounter()
  // To compare the keys of a map takes quadratic time, and Prometheus refuses keys that occur twice.
  const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const
  return { documents: parseAllDocuments(yaml, { ...options, customTags: ['null'], lineCounter: lines }), lines }
}

/** The key of a map that has the name of an alert, if the map may be one. @param above the keys around it. */
function nameKeyIn({ items }: YAMLMap, above: readonly unknown[]): Scalar<string> | undefined {
  const keys = items.map(({ key }) => key)
  const keyOf = (name: string) => keys.find((key): key is Scalar<string> => isScalar(key) && key.value === name)
  if (above.at(-1) === 'alerting' && above.includes('slos')) return keyOf('name')
  const isOfGrafana = above.at(-1) === 'rules' && (keyOf('annotations') ?? keyOf('condition')) !== undefined
  return keyOf('alert') ?? (isOfGrafana ? keyOf('title') : undefined)
}

/** Sloth makes up to two alerts of one `alerting`, each with annotations of its own. */
function runbookUrlOf(rule: YAMLMap, targets: Targets): string {
  const parts = ['page_alert', 'pageAlert', 'ticket_alert', 'ticketAlert'].map((key) => fieldOf(rule, key, targets))
  const notes = [rule, ...parts].map((part) => fieldOf(part, 'annotations', targets))
  const addresses = notes.flatMap((each) => [textOf(each, 'runbook_url', targets), textOf(each, 'runbook', targets)])
  return addresses.find((address) => address !== '') ?? ''
}

/** The node for which an alias stands. */
type Targets = ReadonlyMap<unknown, Node>

function targetsIn(document: Document.Parsed): Targets {
  const anchors = new Map<string, Node>()
  const targets = new Map<unknown, Node>()
  visit(document, {
    Node: (_, node) => {
      const target = isAlias(node) ? anchors.get(node.source) : undefined
      if (target !== undefined) targets.set(node, target)
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
    }
  })
  return targets
}

/** Maps that are looked into for one field, and fields of such a map: aliases of aliases multiply. */
const MAX_MERGED = 20
const MAX_FIELDS = 200

/** A field of a map, or of one that `<<` merges. Undefined for what is no map, or has no such field. */
function fieldOf(map: unknown, key: string, targets: Targets): unknown {
  const resolved = (value: unknown): unknown => targets.get(value) ?? value
  const maps = [map]
  for (let at = 0; at < Math.min(maps.length, MAX_MERGED); at++) {
    const node = resolved(maps[at])
    if (!isMap(node) || node.items.length > MAX_FIELDS) continue
    const own = node.get(key, true)
    if (own !== undefined) return resolved(own)
    const sources = resolved(node.get('<<', true))
    maps.splice(at + 1, 0, ...(isSeq(sources) ? sources.items.slice(0, MAX_MERGED) : [sources]))
  }
  return undefined
}

/** Empty for null, a list and a map. */
function textOf(map: unknown, key: string, targets: Targets): string {
  const node = fieldOf(map, key, targets)
  return isScalar(node) && typeof node.value === 'string' ? node.value.trim() : ''
}
