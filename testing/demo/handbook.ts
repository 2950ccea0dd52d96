import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { differencesOf, titleOf } from '../expected-entries.ts'
import { filesOf } from '../git.ts'
import type { WorkingCopy } from '../github/repository.ts'
import type { Project, RunOptions } from '../project.ts'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'
import type { JobResult } from '../runner/runner.ts'
import { countsOf, describeCounts, type Printer } from './printer.ts'

const SAMPLES = join(ACTION_FOLDER, 'examples/runbooks')
/** The folder in which the Action looks by default. */
const FOLDER = 'docs/runbooks'

/** Text in a runbook, and what replaces it. */
export interface FileEdit {
  /** Below the folder of the runbooks. */
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

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
    await cp(SAMPLES, join(clone.folder, FOLDER), { recursive: true })
    return new Handbook(project, clone, printer)
  }

  async edit(...edits: readonly FileEdit[]): Promise<void> {
    for (const { file, from, to } of edits) {
      const path = `${FOLDER}/${file}`
      const text = await readFile(join(this.#clone.folder, path), 'utf8')
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`${file} does not contain ${String(from)}; change testing/demo/samples.ts`)
      await this.#clone.write(path, changed)
    }
  }

  /** @param path from the root of the repository. */
  async write(path: string, text: string): Promise<void> {
    await this.#clone.write(path, text)
  }

  async remove(file: string): Promise<void> {
    await this.#clone.remove(`${FOLDER}/${file}`)
  }

  /** Commits and pushes what was changed, and shows the run. */
  async push(what: string, options?: RunOptions): Promise<JobResult> {
    await this.#clone.commit(what)
    await this.#clone.push()
    return this.#show(`Push ${++this.#pushes}`, what, await this.project.push({}, options))
  }

  async runByHand(what: string, inputs: Readonly<Record<string, string>>): Promise<JobResult> {
    return this.#show('By hand', what, await this.project.dispatch({ inputs }))
  }

  #show(run: string, what: string, job: JobResult): JobResult {
    this.#printer.run(run, what, job)
    this.#printer.check(!(job.log + job.summary).includes(this.project.token), 'the token is not shown')
    return job
  }

  /** The runbooks of the branch, by title. */
  async runbooks(): Promise<Map<string, { readonly path: string; readonly text: string }>> {
    const files = [...(await filesOf(this.#clone.folder, 'HEAD'))].filter(([path]) => path.endsWith('.md'))
    return new Map(
      files.map(([path, bytes]) => {
        const text = bytes.toString()
        return [titleOf(text) ?? '', { path, text }] as const
      })
    )
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
    except: { readonly edited?: readonly string[]; readonly orphaned?: readonly string[] } = {}
  ): Promise<void> {
    const { edited = [], orphaned = [] } = except
    const printer = this.#printer
    const entries = this.project.entries()
    const runbooks = await this.runbooks()
    const unchanged = Object.values(outcomes).reduce((rest, count) => rest - count, runbooks.size + orphaned.length)
    printer.equal(countsOf(job), describeCounts({ ...outcomes, unchanged }), 'outcomes')
    printer.equal(job.exitCode, 'refused' in outcomes ? 1 : 0, 'exit code')
    printer.equal([...entries.keys()].sort(), [...runbooks.keys(), ...orphaned].sort(), 'names of the entries')
    const files = Array.from(runbooks, ([, { path, text }]) => [path, text] as const)
    const differences = differencesOf(entries, files).filter(
      (difference) => !edited.some((name) => difference.includes(`“${name}”`))
    )
    printer.equal(differences, [], 'differences')
    const others = orphaned.length === 0 ? '' : `, and ${orphaned.length} orphaned: ${orphaned.join(', ')}`
    printer.state = `The knowledge base has the ${runbooks.size} runbooks of the branch${others}.`
  }
}
