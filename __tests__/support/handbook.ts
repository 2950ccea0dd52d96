import { test } from '@jest/globals'
import { Patterns } from '../../src/branch/patterns.ts'
import type { Tree } from '../../src/branch/source.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { readRunbook } from '../../src/runbook/runbook.ts'
import { contentOf } from '../runbook/read.ts'
import { Project, type ProjectOptions } from '../../testing/project.ts'
import { WITHOUT_WAITING } from '../../testing/skipping-clock.ts'

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'

/** The text of the runbook at `DISK`. */
export const disk = (text: string): string => `# Disk full\n\n${text}\n`
/** The text of the runbook at `OTHER`. */
export const other = (text: string): string => `# Other\n\n${text}\n`
/** The text of a runbook by its title. */
export const runbook = (title: string, text = 'Text.'): string => `# ${title}\n\n${text}\n`
/** The path of a runbook by its title. */
export const pathOf = (title: string): string => `docs/runbooks/${title.toLowerCase().replaceAll(' ', '-')}.md`

/** Two runbooks, and the workflow that delivers them. */
export const HANDBOOK = {
  '.github/workflows/runbooks.yml': 'on: push\n',
  [DISK]: disk('First.'),
  [OTHER]: other('Text.')
}

/** A line that a person adds to an entry. */
export const NIGHT = 'Written at night.'
export const note = (content: string): string => `${content}\n${NIGHT}\n`

/**
 * A project whose knowledge base has the entries that a run of the first push makes. No run is started: it remembers nothing,
 * so the next one cannot tell, and most of what a test takes is the time of its runs.
 */
export async function deliveredProject(
  files: Readonly<Record<string, string>>,
  options: ProjectOptions = {}
): Promise<Project> {
  const project = await Project.create({ ...options, step: { env: WITHOUT_WAITING, ...options.step } })
  await project.commit(files)
  await project.pushed()
  const given = (name: string): string => options.step?.inputs?.[name] ?? ''
  const inputs = readInputs(given, () => undefined)
  const place = { serverUrl: project.github.url, repository: project.repository.name, ref: 'main' }
  const { matches } = new Patterns(inputs.files)
  for (const [path, text] of Object.entries(files).filter(([path]) => matches(path))) {
    const content = { kind: 'bytes', bytes: Buffer.from(text) } as const
    const tree: Tree = (at) => (at in files ? 'file' : undefined)
    const options = { ...inputs, ...place }
    const entry = readRunbook({ path, id: '' }, content, options, tree)
    if (entry.kind !== 'runbook') throw new Error(`${path} has no entry: ${entry.reason}`)
    project.paste(entry.name, contentOf(entry, path, options))
  }
  return project
}

/** The handbook, delivered. */
export async function deliveredHandbook(options?: ProjectOptions): Promise<Project> {
  return deliveredProject(HANDBOOK, options)
}

/** A test with a delivered handbook of its own, at the same time as the others of its file. */
export function testOnHandbook(title: string, run: (project: Project) => Promise<void>): void {
  test.concurrent(title, async () => {
    await using project = await deliveredHandbook()
    await run(project)
  })
}
