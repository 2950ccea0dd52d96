import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differencesOf, titleOf } from '../expected-entries.ts'
import { git } from '../git.ts'
import type { Project } from '../project.ts'
import { ACTION_FOLDER, type JobResult } from '../runner/runner.ts'

const SAMPLES = join(ACTION_FOLDER, 'examples/runbooks')
/** The folder in which the Action looks by default. */
const FOLDER = 'docs/runbooks'

/** The JSON report of a run, as far as the demo tells it. */
interface DemoReport {
  readonly totals: Readonly<Record<string, number>>
  readonly runbooks: readonly { readonly path: string; readonly outcome: string }[]
  readonly pulled: readonly { readonly file: string; readonly kind: string }[]
}

/** What a run must do. */
interface Expected {
  /** How it ends, as `red 1 refused, 13 unchanged`. Without it, a person decides. */
  readonly ends?: string
  /** Titles of runbooks whose entries may have another text. */
  readonly apart?: readonly string[]
  readonly inputs?: Readonly<Record<string, string>>
}

export function line(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Something to know about the last run, or about the next one. */
export function note(text: string): void {
  line(`         ${text}`)
}

export function demoReportOf({ report }: JobResult): DemoReport {
  return report as DemoReport
}

/** The sample runbooks in a repository that somebody works in, the runs that follow, and whether they do what they should. */
export class Handbook {
  readonly project: Project
  /** The texts of the branch, by path. */
  readonly files: Map<string, string>
  checks = 0
  /** How many of the checks failed. */
  problems = 0
  readonly #isVerbose: boolean
  #pushes = 0

  constructor(project: Project, isVerbose: boolean) {
    this.project = project
    this.#isVerbose = isVerbose
    const paths = globSync('**/*.*', { cwd: SAMPLES })
    this.files = new Map(paths.map((path) => [join(FOLDER, path), readFileSync(join(SAMPLES, path), 'utf8')]))
  }

  /** Replaces text of a runbook. @param file below the folder of the runbooks. */
  edit(file: string, from: string | RegExp, to: string): void {
    const path = `${FOLDER}/${file}`
    const text = this.files.get(path) ?? ''
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`${file} does not contain ${String(from)}: change its edits.`)
    this.files.set(path, changed)
  }

  rename(from: string, to: string): void {
    this.files.set(`${FOLDER}/${to}`, this.files.get(`${FOLDER}/${from}`) ?? '')
    this.files.delete(`${FOLDER}/${from}`)
  }

  remove(file: string): void {
    this.files.delete(`${FOLDER}/${file}`)
  }

  /** The paths of the runbooks by title. */
  titles(): Map<string, string> {
    const runbooks = [...this.files].filter(([path]) => path.endsWith('.md'))
    return new Map(runbooks.map(([path, text]) => [titleOf(text), path]))
  }

  /** Commits and pushes what was changed. */
  async push(what: string, expected: Expected = {}): Promise<JobResult> {
    await this.project.repository.commit(Object.fromEntries(this.files))
    const job = await this.project.push({}, { inputs: { ...expected.inputs } })
    return this.#show(`Push ${++this.#pushes}`, what, job, expected)
  }

  async replace(expected: Expected): Promise<JobResult> {
    const job = await this.project.dispatch({ inputs: { ...expected.inputs, 'on-conflict': 'replace' } })
    return this.#show('By hand', 'with `on-conflict: replace`', job, expected)
  }

  /** Pulls edits into the files, which a person then pushes. @returns how many files it has changed. */
  async pull(expected: Expected): Promise<number> {
    const workspace = await this.project.repository.checkout(this.project.event)
    const job = await this.project.dispatch({ workspace, inputs: { ...expected.inputs, mode: 'pull' } })
    this.#show('By hand', 'with `mode: pull`', job, expected)
    const changed = demoReportOf(job).pulled.filter(({ kind }) => kind === 'changed')
    for (const { file } of changed) {
      this.files.set(file, readFileSync(join(workspace, file), 'utf8'))
      const difference = await git(workspace, ['diff', '--unified=1', '--', file])
      note(`${file}:`)
      for (const each of difference.split('\n').filter((text) => /^[-+ ](?!--|\+\+)/.test(text))) note(`  ${each}`)
    }
    return changed.length
  }

  #show(run: string, what: string, job: JobResult, { ends, apart = [] }: Expected): JobResult {
    const color = job.exitCode === 0 ? 'green' : 'red'
    const totals = Object.entries(demoReportOf(job).totals).filter(([, count]) => count > 0)
    const counts = totals.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
    line(`${run.padEnd(7)}  ${what.padEnd(45)}  ${color.padEnd(5)}  ${counts}`.trimEnd())
    const error = job.annotations.find(({ level, file }) => level === 'error' && file === undefined)
    if (error !== undefined) note(`Error: ${error.message}`)
    if (this.#isVerbose) line(`\n${`${job.log}\n${job.summary}`.trimEnd().replaceAll(/^/gm, '  │ ')}\n`)

    this.check(!(job.log + job.summary).includes(this.project.token), 'the token is not shown')
    if (ends === undefined) return job
    this.check(`${color} ${counts}`.trim() === ends, `the run ends with ${ends}`)
    const differences = differencesOf(this.project.entries(), this.files)
    const others = differences.filter((difference) => !apart.some((title) => difference.includes(`“${title}”`)))
    this.check(others.length === 0, ['the knowledge base has the runbooks of the branch', ...others].join('\n'))
    return job
  }

  check(good: boolean, text: string): void {
    this.checks++
    if (this.#isVerbose || !good) line(`  ${good ? '✓' : '✗'} ${text}`)
    if (!good) this.problems++
  }
}
