import { parse } from 'yaml'
import type { Repository } from '../branch/repository.ts'
import type { Diagnostic } from '../errors.ts'
import { field } from '../field.ts'
import { joined, listed, shorten } from '../wording.ts'
import type { Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { INPUT_NAMES, OPTIONS } from './options.ts'

/** What needs a look before anything is sent stands first. Never the address: one from a checkout would get the token. */
const TAKEN = [...new Set(['on-conflict', 'files', 'entry-name', ...INPUT_NAMES])].filter((name) => name !== 'base-url')

/** What says which entries there are, and with which text. */
const DECISIVE = ['files', 'entry-name', 'front-matter']

/** Bytes of a workflow: `yaml` takes time that grows with the square of the number of keys. */
const MAX_BYTES = 16 * 1024
/** Workflows that use the Action. */
const MAX_FILES = 20
/** Workflows that are searched for it. */
const MAX_SEARCHED = 500

const OURS = /runbook-sync\/runbook-sync/i
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i

/** A step that uses the Action. */
interface Step {
  readonly options: Readonly<Record<string, string>>
  /** Options with values that only a run knows. */
  readonly unknown: readonly string[]
}

interface NamedStep extends Step {
  /** The name of its file; if a file has several steps, also a number: `runbooks.yml:2`. */
  readonly name: string
}

/** True if GitHub takes a path for a workflow. */
export function isWorkflow(path: string): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)
}

/**
 * The options of the step that uses the Action, so that a laptop shows what the workflow will do.
 *
 * @param command names the workflow, if it names one, or none, and does not need the options that it has itself.
 * @throws {ActionError} of kind `input` if several steps have other options, or none has the name; for `sync` also if only a run
 * knows what decides about entries.
 */
export async function workflowOptions(
  source: Pick<Repository, 'list' | 'read'>,
  head: string,
  { name: command, given }: Pick<Command, 'name' | 'given'>,
  notice: (notice: Diagnostic) => void
): Promise<Readonly<Record<string, string>>> {
  const wanted = given('workflow')
  if (wanted === 'none') return {}
  const { steps: all, large } = await stepsOf(source, head)
  const file = wanted?.replace(/^.*\//, '')
  const steps = all.filter(({ name }) => file === undefined || name === file || name.startsWith(`${file}:`))
  const [step, ...others] = new Map(steps.map((each) => [wordsOf(each), each])).values()
  if (step !== undefined && others.length === 0) {
    const isUsed = (option: string): boolean =>
      OPTIONS.some(({ name, commands }) => name === option && commands.includes(command) && given(name) === undefined)
    const unknown = step.unknown.filter((name) => DECISIVE.includes(name) && isUsed(name))
    if (command === 'sync' && unknown.length > 0) {
      const names = listed(unknown.map((name) => `\`${name}\``))
      throw usageError(
        `Only a run of ${step.name} knows ${names}, and another value would make other entries, which no API can delete.`,
        `Give ${listed(unknown.map((name) => `\`--${name}\``))}.`
      )
    }
    const words = wordsOf(step, isUsed)
    if (words !== '') notice({ level: 'notice', message: `Options of ${step.name}: ${words}.` })
    return step.options
  }
  if (wanted === undefined && step === undefined) {
    if (large.length > 0) {
      const message = `A workflow above ${MAX_BYTES / 1024} KiB is not searched for options: ${listed(large)}.`
      notice({ level: 'notice', message })
    }
    return {}
  }
  const choices = step === undefined ? all : [step, ...others]
  // People paste what they can choose, and a file may have any name.
  const named = choices.filter(({ name }) => /^[\w.:-]+$/.test(name))
  const commands = named.map((choice) => `\`--workflow ${choice.name}\` (${wordsOf(choice)})`)
  throw usageError(
    step === undefined
      ? 'No workflow of this name uses this Action in HEAD.'
      : 'Several steps use this Action, and differ in their options.',
    joined([commands.length > 0 && `Choose ${listed(commands, 10)}, or`, '`--workflow none` for none of them.'])
  )
}

/** The steps that use the Action, and the names of workflows that are too large to be read. */
async function stepsOf(
  source: Pick<Repository, 'list' | 'read'>,
  head: string
): Promise<{ readonly steps: readonly NamedStep[]; readonly large: readonly string[] }> {
  const { files } = await source.list(head, isWorkflow)
  const texts: { readonly name: string; readonly text: string }[] = []
  const large: string[] = []
  for (const file of files.slice(0, MAX_SEARCHED)) {
    const name = file.path.replace(/^.*\//, '')
    const content = await source.read(file, MAX_BYTES)
    if (content.kind === 'too-large') large.push(name)
    else if (OURS.test(content.bytes.toString())) texts.push({ name, text: content.bytes.toString() })
  }
  const steps = texts.slice(0, MAX_FILES).flatMap(({ name, text }) => {
    const found = stepsIn(text)
    return found.map((step, at) => ({ ...step, name: found.length > 1 ? `${name}:${at + 1}` : name }))
  })
  return { steps, large }
}

/** The steps of one workflow; none if it cannot be read. */
function stepsIn(text: string): readonly Step[] {
  let jobs: unknown
  try {
    jobs = field(parse(text, { schema: 'failsafe', maxAliasCount: 100, logLevel: 'error' }), 'jobs')
  } catch {
    return []
  }
  const steps = Object.values(jobs ?? {}).flatMap<unknown>((job) => field(job, 'steps'))
  return steps.flatMap((step) => {
    const uses = field(step, 'uses')
    if (typeof uses !== 'string' || !USES.test(uses)) return []
    // GitHub does not distinguish their case.
    const inputs = new Map(Object.entries(field(step, 'with') ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
    return [stepOf(inputs)]
  })
}

function stepOf(inputs: ReadonlyMap<string, unknown>): Step {
  const given = TAKEN.flatMap((name) => {
    const value = inputs.get(name)
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : []
  })
  const options = given.filter(([, value]) => !value.includes('${{'))
  const unknown = given.filter(([, value]) => value.includes('${{')).map(([name]) => name)
  return { options: Object.fromEntries(options), unknown }
}

/** The options as a command line has them. */
function wordsOf({ options, unknown }: Step, isUsed: (option: string) => boolean = () => true): string {
  const used = Object.entries(options).filter(([name]) => isUsed(name))
  const words = used.map(([name, value]) => {
    return `--${name} ${/^[\w./-]+$/.test(value) ? value : `'${shorten(value, 200).replaceAll("'", '’')}'`}`
  })
  // People choose `on-conflict` for a run by hand.
  const missing = unknown.filter((name) => name !== 'on-conflict' && isUsed(name)).map((name) => `--${name}`)
  const without = missing.length > 0 && `without ${missing.join(', ')}, which only a run knows`
  return joined([words.join(' '), without], ', ')
}
