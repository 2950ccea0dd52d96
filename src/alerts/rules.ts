import { CST, isScalar, Lexer, LineCounter, parseAllDocuments, visit } from 'yaml'
import type { FileContent } from '../branch/source.ts'
import { messageOf, type Diagnostic } from '../errors.ts'
import { yamlProblem } from '../runbook/front-matter.ts'
import { decode, refused, type Refused } from '../runbook/text.ts'
import { count, joined, listed } from '../wording.ts'

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

/** Reads the alerts of files in YAML or JSON: Prometheus rules, `PrometheusRule` resources, and other files with such rules. */
export async function readRules(files: AsyncIterable<RuleFile>): Promise<Rules> {
  const alerts: Alert[] = []
  const problems: Diagnostic[] = []
  const templates: string[] = []
  let number = 0
  for await (const file of files) {
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

const RENDER = 'Render templates first, as `helm template` does; `runbook-sync alerts --rules` reads the result.'

function readFile(file: RuleFile): readonly Alert[] | Refused | 'template' {
  if ('skipped' in file) return refused(`${file.skipped}.`, '')
  const text = decode(file.content)
  if (typeof text !== 'string') return text
  // Most YAML and JSON of a repository needs no parser.
  if (!text.includes('expr') || !/\balert["']?[ \t]*:/.test(text)) return []
  return isTemplate(text) ? 'template' : parse(file.path, text)
}

/** What YAML makes of templates outside of strings. `{{ $labels.x }}` lacks its quotes instead. */
const TEMPLATE = /^\{(?:%|\{(?! *\$(?:labels|value)))/

function isTemplate(text: string): boolean {
  const tokens = [...new Lexer().lex(text)].filter((token) => token !== CST.SCALAR)
  return tokens.some((token, at) => token === '{' && TEMPLATE.test(tokens.slice(at, at + 4).join('')))
}

function parse(path: string, text: string): readonly Alert[] | Refused {
  const lineCounter = new LineCounter()
  const lineAt = (offset = 0): number => lineCounter.linePos(offset).line
  // To compare the keys of a map takes quadratic time, and Prometheus refuses keys that occur twice.
  const options = { schema: 'failsafe', merge: true, uniqueKeys: false, prettyErrors: false, lineCounter } as const
  const documents = parseAllDocuments(text, { ...options, customTags: ['null'] })
  const [error] = documents.flatMap(({ errors }) => errors)
  if (error !== undefined) return refused(`it is not valid YAML (${yamlProblem(error)}).`, '', lineAt(error.pos[0]))
  const alerts: Alert[] = []
  try {
    for (const document of documents) {
      visit(document, {
        Map(_, node) {
          const key = node.items.map((pair) => pair.key).find((one) => isScalar(one) && one.value === 'alert')
          if (!isScalar(key)) return
          const rule = node.toJS(document, { mapAsMap: true }) as ReadonlyMap<unknown, unknown>
          const alert = textOrEmpty(rule.get('alert'))
          if (alert === '' || !rule.has('expr')) return
          const annotations = rule.get('annotations')
          const notes: ReadonlyMap<unknown, unknown> = annotations instanceof Map ? annotations : new Map()
          const address = textOrEmpty(notes.get('runbook_url')) || textOrEmpty(notes.get('runbook'))
          alerts.push({ alert, file: path, line: lineAt(key.range?.[0]), address })
        }
      })
    }
  } catch (cause) {
    // An alias that stands for itself, or is repeated too often.
    return refused(`it is not valid YAML (${messageOf(cause)}).`, '')
  }
  return alerts
}

/** Empty for null, a list and a map. */
function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
