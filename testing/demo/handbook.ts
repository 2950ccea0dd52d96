import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { differencesOf, titleOf } from '../expected-entries.ts'
import { filesOf } from '../git.ts'
import type { WorkingCopy } from '../github/repository.ts'
import type { Project } from '../project.ts'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'
import type { JobResult } from '../runner/runner.ts'
import { demoReportOf, describeCounts, type Printer } from './printer.ts'

/** The folder in which the Action looks by default. */
const FOLDER = 'docs/runbooks'

type Inputs = Readonly<Record<string, string>>

/** The sample runbooks in a repository that somebody works in: commits, the runs that follow, and what must be true then. */
export class Handbook {
  readonly project: Project
  readonly #clone: WorkingCopy
  readonly #printer: Printer
  #pushes = 0

  private constructor(project: Project, clone: WorkingCopy, printer: Printer) {
    this.project = project
    this.#clone = clone
    this.#printer = printer
  }

  static async create(project: Project, printer: Printer): Promise<Handbook> {
    const clone = await project.repository.clone()
    await cp(join(ACTION_FOLDER, 'examples/runbooks'), join(clone.folder, FOLDER), { recursive: true })
    return new Handbook(project, clone, printer)
  }

  /** Replaces text of a runbook. @param file below the folder of the runbooks. */
  async edit(file: string, from: string | RegExp, to: string): Promise<void> {
    const path = `${FOLDER}/${file}`
    const text = await readFile(join(this.#clone.folder, path), 'utf8')
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`${file} does not contain ${String(from)}; change testing/demo/samples.ts`)
    await this.#clone.write(path, changed)
  }

  /** @param path from the root of the repository. */
  async write(path: string, text: string): Promise<void> {
    await this.#clone.write(path, text)
  }

  async remove(file: string): Promise<void> {
    await this.#clone.remove(`${FOLDER}/${file}`)
  }

  /** Commits and pushes what was changed, and shows the run. */
  async push(what: string, inputs: Inputs = {}): Promise<JobResult> {
    await this.#clone.commit(what)
    await this.#clone.push()
    return this.#show(`Push ${++this.#pushes}`, what, await this.project.push({}, { inputs }))
  }

  async runByHand(what: string, inputs: Inputs): Promise<JobResult> {
    return this.#show('By hand', what, await this.project.dispatch({ inputs }))
  }

  /** Pulls edits into the files, where a person looks at them and commits them. @returns the files that it changed. */
  async pull(inputs: Inputs = {}): Promise<string[]> {
    const { repository, event } = this.project
    const workspace = await repository.checkout(event)
    const job = await this.project.dispatch({ workspace, inputs: { ...inputs, mode: 'pull' } })
    this.#show('By hand', 'with `mode: pull`', job)
    const { pulled } = job.report as { readonly pulled: readonly { readonly file: string; readonly kind: string }[] }
    const files = pulled.filter(({ kind }) => kind === 'changed').map(({ file }) => file)
    for (const file of files) await this.write(file, await readFile(join(workspace, file), 'utf8'))
    return files
  }

  #show(run: string, what: string, job: JobResult): JobResult {
    this.#printer.run(run, what, job)
    this.#printer.check(!(job.log + job.summary).includes(this.project.token), 'the token is not shown')
    return job
  }

  /** The runbooks of the branch, by title. */
  async runbooks(): Promise<Map<string, { readonly path: string; readonly text: string }>> {
    const files = [...(await filesOf(this.#clone.folder, 'HEAD'))].filter(([path]) => path.endsWith('.md'))
    return new Map(files.map(([path, bytes]) => [titleOf(bytes.toString()), { path, text: bytes.toString() }] as const))
  }

  /** The entry of a runbook; empty if it is gone. */
  entry(name: string): string {
    return this.project.entries().get(name) ?? ''
  }

  /**
   * What the run says, and what the knowledge base has: the runbooks of the branch, and nothing else.
   *
   * @param outcomes of the runbooks that are not `unchanged`, in the order of the report.
   * @param except names of entries that have another text, and of entries without a runbook.
   */
  async expect(
    job: JobResult,
    outcomes: Readonly<Record<string, number>>,
    { edited = '', orphaned = [] }: { readonly edited?: string; readonly orphaned?: readonly string[] } = {}
  ): Promise<void> {
    const printer = this.#printer
    const entries = this.project.entries()
    const runbooks = await this.runbooks()
    const unchanged = Object.values(outcomes).reduce((rest, count) => rest - count, runbooks.size + orphaned.length)
    printer.equal(describeCounts(demoReportOf(job).totals), describeCounts({ ...outcomes, unchanged }), 'outcomes')
    printer.equal(job.exitCode, 'refused' in outcomes ? 1 : 0, 'exit code')
    printer.equal([...entries.keys()].sort(), [...runbooks.keys(), ...orphaned].sort(), 'names of the entries')
    const differences = differencesOf(entries, await filesOf(this.#clone.folder, 'HEAD'))
    printer.equal(
      differences.filter((difference) => edited === '' || !difference.includes(`“${edited}”`)),
      [],
      'differences'
    )
  }
}
