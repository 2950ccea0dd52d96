import { test } from '@jest/globals'
import { Project, type Changes, type ProjectOptions } from '../../testing/project.ts'

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
} satisfies Changes

/** A line that a person adds to an entry. */
export const NIGHT = 'Written at night.'
export const note = (content: string): string => `${content}\n${NIGHT}\n`

/** The handbook, as a green run has delivered it. */
export async function deliveredHandbook(options?: ProjectOptions): Promise<Project> {
  return Project.delivered(HANDBOOK, options)
}

/** A test with a delivered handbook of its own, at the same time as the others of its file. */
export function testOnHandbook(title: string, run: (project: Project) => Promise<void>): void {
  test.concurrent(title, async () => {
    await using project = await deliveredHandbook()
    await run(project)
  })
}
