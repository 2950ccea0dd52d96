import { test } from '@jest/globals'
import { Project, type ProjectOptions } from '../../testing/project.ts'

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'
/** The text of the runbook at `DISK`. */
export const disk = (text: string): string => `# Disk full\n\n${text}\n`
/** The text of the runbook at `OTHER`. */
export const other = (text: string): string => `# Other\n\n${text}\n`

/** A project in which both runbooks are delivered. */
export async function deliveredProject({ step = {}, ...options }: ProjectOptions = {}): Promise<Project> {
  return Project.delivered(
    { '.github/workflows/runbooks.yml': 'on: push\n', [DISK]: disk('First.'), [OTHER]: other('Text.') },
    { ...options, step: { ...step, inputs: { links: 'keep', ...step.inputs } } }
  )
}

/** A test with such a project of its own, at the same time as the others of its file. */
export function testOnProject(title: string, run: (project: Project) => Promise<void>): void {
  test.concurrent(title, async () => {
    await using project = await deliveredProject()
    await run(project)
  })
}
