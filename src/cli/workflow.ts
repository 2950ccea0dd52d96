import type { Source } from '../branch/source.ts'
import { MAX_WORKFLOW_BYTES, parseWorkflow } from '../branch/workflows.ts'
import type { Diagnostic } from '../errors.ts'
import { field } from '../field.ts'
import { DEFAULTS } from '../job/inputs.ts'
import { listed, quoted } from '../wording.ts'
import { usageError, type Command } from './command-line.ts'

/** The inputs that decide which entries there are, and their texts. Another value would make entries that no API deletes. */
const DECISIVE = ['files', 'entry-name', 'front-matter', 'comments', 'alerts', 'site']

const NAMED = /runbook-sync\/runbook-sync/i
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i

interface Step {
  /** Path of its workflow. */
  readonly path: string
  readonly inputs: Readonly<Record<string, string>>
}

/**
 * The inputs that a command takes, and that neither an option nor a variable gives, as the first step that uses the Action has
 * them: so a laptop shows what the workflow will do. Never the address, because one from a clone would get the token.
 *
 * @throws {ActionError} of kind `input` if only a run knows what decides about entries.
 */
export async function workflowInputs(
  source: Pick<Source, 'list' | 'contents'>,
  head: string,
  { takes, inputs }: Pick<Command, 'takes' | 'inputs'>,
  notice: (notice: Diagnostic) => void
): Promise<Readonly<Record<string, string>>> {
  const step = await firstStep(source, head)
  if (step === undefined) return {}
  const isWanted = (name: string): boolean => takes.includes(name) && !(name in inputs) && name !== 'base-url'
  const wanted = Object.entries(step.inputs).filter(([name]) => isWanted(name))
  const isKnown = (value: string): boolean => !value.includes('${{')
  const unknown = wanted.find(([name, value]) => DECISIVE.includes(name) && !isKnown(value))
  if (unknown !== undefined) {
    const [name] = unknown
    throw usageError(`Only a run of ${step.path} knows its input \`${name}\`.`, `Give \`--${name}\`.`)
  }
  const known = wanted.filter(([, value]) => isKnown(value))
  const changed = known.filter(([name, value]) => value !== DEFAULTS[name])
  const words = changed.map(([name, value]) => quoted(`${name}: ${value}`, 200))
  if (words.length > 0) notice({ level: 'notice', message: `From ${step.path}: ${listed(words, 10)}.` })
  return Object.fromEntries(known)
}

async function firstStep(source: Pick<Source, 'list' | 'contents'>, head: string): Promise<Step | undefined> {
  const { files } = await source.list(head, (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
  for await (const { file, content } of source.contents(files, MAX_WORKFLOW_BYTES)) {
    const text = content.kind === 'bytes' ? content.bytes.toString() : ''
    const inputs = NAMED.test(text) ? inputsIn(text) : undefined
    if (inputs !== undefined) return { path: file.path, inputs }
  }
  return undefined
}

/** The inputs of the first step; undefined if there is none, or the workflow cannot be read. */
function inputsIn(text: string): Step['inputs'] | undefined {
  const jobs = field(parseWorkflow(text), 'jobs')
  const steps = Object.values(jobs ?? {}).flatMap<unknown>((job) => field(job, 'steps'))
  const step = steps.find((each) => {
    const uses = field(each, 'uses')
    return typeof uses === 'string' && USES.test(uses)
  })
  if (step === undefined) return undefined
  const inputs = Object.entries(field(step, 'with') ?? {}).flatMap(([name, value]) => {
    // GitHub does not distinguish their case.
    return typeof value === 'string' && value.trim() !== '' ? [[name.toLowerCase(), value.trim()]] : []
  })
  return Object.fromEntries(inputs) as Step['inputs']
}
