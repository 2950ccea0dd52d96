import { parse } from 'yaml'
import type { Diagnostic } from '../errors.ts'
import type { Repository } from '../branch/repository.ts'
import { field } from '../field.ts'
import { joined, listed, shorten } from '../wording.ts'
import { INPUT_OPTIONS } from '../job/inputs.ts'
import { usageError } from './options.ts'

/** Never the address: one from a checkout would get the token. */
const TAKEN = INPUT_OPTIONS.filter((name) => name !== 'base-url')
const MAX_BYTES = 128 * 1024
const MAX_FILES = 100
/** What needs a look before anything is sent. */
const RISKY = ['on-conflict', 'files', 'entry-name']

const OURS = /runbook-sync\/runbook-sync/i
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i

/**
 * The options of the step that uses the Action, so that a laptop shows what the workflow will do.
 *
 * @param wanted the name of a workflow, or `none`.
 * @throws {ActionError} of kind `input` where several steps have other options, or none has the name.
 */
export async function workflowOptions(
  source: Repository,
  head: string,
  wanted: string | undefined,
  diagnose: (diagnostic: Diagnostic) => void
): Promise<Readonly<Record<string, string>>> {
  if (wanted === 'none') return {}
  const all = await stepsOf(source, head)
  const file = wanted?.replace(/^.*\//, '')
  const steps = all.filter(({ name }) => file === undefined || name === file || name.startsWith(`${file}:`))
  const [step, ...others] = new Map(steps.map((each) => [each.shown, each])).values()
  if (step !== undefined && others.length === 0) {
    if (step.shown !== '') diagnose({ level: 'notice', message: `Options of ${step.name}: ${step.shown}.` })
    return step.options
  }
  if (wanted === undefined && step === undefined) return {}
  const choices = (step === undefined ? all : [step, ...others]).map(
    ({ name, shown }) => `\`--workflow ${name}\` (${shown})`
  )
  const problem = `No workflow \`${wanted ?? ''}\` of HEAD has a step with this Action.`
  throw usageError(
    step === undefined ? problem : 'Several steps use this Action, and differ in their options.',
    joined([choices.length > 0 && `Choose ${listed(choices, 10)}, or`, '`--workflow none` for none of them.'])
  )
}

/** The steps that use the Action, by the name of their file; of several in one file also by a number, `runbooks.yml:2`. */
async function stepsOf(source: Repository, head: string) {
  const { files } = await source.list(head, (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
  const found: (ReturnType<typeof usesIn>[number] & { readonly name: string })[] = []
  for (const file of files.slice(0, MAX_FILES)) {
    const content = await source.read(file, MAX_BYTES)
    const steps = content.kind === 'bytes' ? usesIn(content.bytes.toString()) : []
    const name = file.path.replace(/^.*\//, '')
    found.push(...steps.map((step, at) => ({ ...step, name: steps.length > 1 ? `${name}:${at + 1}` : name })))
  }
  return found
}

/** The steps of one workflow; none where it cannot be read. `shown` are their options as a command line has them. */
function usesIn(text: string): { readonly options: Readonly<Record<string, string>>; readonly shown: string }[] {
  if (!OURS.test(text)) return []
  let jobs: unknown
  try {
    jobs = field(parse(text, { maxAliasCount: 100, logLevel: 'error' }), 'jobs')
  } catch {
    return []
  }
  const steps = Object.values(jobs ?? {}).flatMap<unknown>((job) => field(job, 'steps'))
  return steps.flatMap((step) => {
    const uses = field(step, 'uses')
    if (typeof uses !== 'string' || !USES.test(uses)) return []
    // GitHub does not distinguish their case.
    const inputs = new Map(Object.entries(field(step, 'with') ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
    if (inputs.get('mode') === 'check') return []
    const textOf = (value: unknown): string =>
      ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
    const given = [...RISKY, ...TAKEN.filter((name) => !RISKY.includes(name))].map(
      (name) => [name, textOf(inputs.get(name)).trim()] as const
    )
    const options = given.filter(([, value]) => value !== '' && !value.includes('${{'))
    const unknown = given.filter(([, value]) => value.includes('${{')).map(([name]) => `--${name}`)
    const shown = options.map(
      ([name, value]) => `--${name} ${/^[\w./-]+$/.test(value) ? value : `'${shorten(value, 200)}'`}`
    )
    const without = unknown.length > 0 && `without ${unknown.join(', ')}, which only a run knows`
    return [{ options: Object.fromEntries(options), shown: joined([shown.join(' '), without], ', ') }]
  })
}
