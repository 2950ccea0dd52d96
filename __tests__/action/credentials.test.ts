import { describe, expect, test } from '@jest/globals'
import { dispatchEvent, pullRequestEvent } from '../../testing/github/events.ts'
import type { Changes } from '../../testing/github/commit.ts'
import type { Project, RunOptions } from '../../testing/project.ts'
import { awsSecret, gitHubToken, random } from '../runbook/secret-values.ts'
import { deliveredProject, note } from '../support/handbook.ts'
import { outcomesOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// Credentials in all places of runbooks and entries, through a whole process, whose every output is searched for them.

const FOLDER = 'docs/runbooks'
const VALUES = {
  body: awsSecret(),
  title: gitHubToken(),
  field: ['github', 'pat', random(82)].join('_'),
  edit: gitHubToken(),
  kept: gitHubToken(),
  removed: gitHubToken(),
  moved: gitHubToken(),
  duplicate: gitHubToken(),
  target: gitHubToken(),
  password: random(14)
}

const BEFORE: Readonly<Record<string, string>> = {
  [`${FOLDER}/body.md`]: '# Body\n\nText.\n',
  [`${FOLDER}/edit.md`]: '# Edit\n\nText.\n',
  [`${FOLDER}/kept.md`]: `# Kept ${VALUES.kept}\n\nText.\n`,
  [`${FOLDER}/removed.md`]: `# Removed ${VALUES.removed}\n\nText.\n`,
  [`${FOLDER}/moved.md`]: `# Moved\n\n${VALUES.moved}\n`
}

const CHANGES: Changes = {
  [`${FOLDER}/body.md`]: `# Body\n\nAWS_SECRET_ACCESS_KEY=${VALUES.body}\n`,
  [`${FOLDER}/edit.md`]: '# Edit\n\nOther text.\n',
  [`${FOLDER}/removed.md`]: null,
  [`${FOLDER}/moved.md`]: null,
  [`${FOLDER}/there/moved.md`]: `# Moved\n\n${VALUES.moved}\n`,
  [`${FOLDER}/title.md`]: `# Run ${VALUES.title}\n\nText.\n`,
  [`${FOLDER}/field.md`]: `---\ntitle: Field\nreview-by: ${VALUES.field}\n---\n\nText.\n`,
  [`${FOLDER}/a.md`]: `# Same ${VALUES.duplicate}\n\nText.\n`,
  [`${FOLDER}/b.md`]: `# Same ${VALUES.duplicate}\n\nText.\n`,
  [`${FOLDER}/links.md`]: `# Links\n\n[a](${VALUES.target}.md) [b](https://admin:${VALUES.password}@grafana.acme.com/a)\n`
}
const REVEALING = ['body', 'field', 'links', 'there/moved', 'title'].map((name) => `${FOLDER}/${name}.md`)

/** What a person edits, beside a push or before it. */
function edit(project: Project): void {
  project.edit('Edit', (content) => `${content}\n${VALUES.edit}\n`)
  project.edit(`Kept ${VALUES.kept}`, note)
}

/** Neither a value nor eight characters of it are in a text. */
function expectHidden(what: string, text: string): void {
  for (const [name, value] of Object.entries(VALUES)) {
    for (let at = 0; at + 8 <= value.length; at++) {
      const part = value.slice(at, at + 8)
      if (text.includes(part) && part !== 'github_p') expect({ what, name, text }).toEqual({ what, name, text: '' })
    }
  }
}

async function pullRequest({ repository }: Project, base: string): Promise<RunOptions> {
  const head = await repository.change(CHANGES, { branch: 'clarify', parents: [base] })
  const merge = await repository.change(CHANGES, { branch: null, parents: [base, head] })
  return { event: pullRequestEvent(repository.name, merge) }
}

const RUNS: readonly { event: string; options: (project: Project, base: string) => Promise<RunOptions> }[] = [
  { event: 'a push', options: async (project) => ({ event: await project.pushed() }) },
  { event: 'a pull request', options: pullRequest },
  {
    event: 'a pull request without secrets',
    options: async (project, base) => ({ ...(await pullRequest(project, base)), inputs: { token: '', 'base-url': '' } })
  },
  {
    event: 'a schedule',
    options: async ({ repository }) => {
      const event = dispatchEvent(repository.name, (await repository.head()) ?? '')
      return { event: { ...event, name: 'schedule' }, inputs: { 'on-conflict': 'replace', removed: 'retire' } }
    }
  },
  {
    event: 'a pull',
    options: async ({ repository }) => {
      const event = dispatchEvent(repository.name, (await repository.head()) ?? '')
      return { event, inputs: { mode: 'pull' } }
    }
  }
]

describe.each(['refuse', 'warn'])('with `secrets: %s`, no output has a credential', (secrets) => {
  test.each(RUNS)('of $event', async ({ event, options }) => {
    await using project = await deliveredProject(BEFORE)
    const base = (await project.repository.head()) ?? ''
    if (!event.startsWith('a pull request')) await project.commit(CHANGES)
    edit(project)
    const { inputs, ...run } = await options(project, base)
    const job = await project.run({ ...run, inputs: { ...inputs, secrets }, env: { RUNNER_DEBUG: '1' } })
    expectSafe(job, project.token)
    expectHidden('stdout', job.stdout)
    expectHidden('summary', job.summary)
    expectHidden('outputs', JSON.stringify(job.outputs))
    expectHidden('report', JSON.stringify(job.report))
    const requests = JSON.stringify(project.received().map(({ body }) => body))
    if (secrets === 'refuse') expectHidden('requests', requests)
    if (event === 'a pull') return
    const refused = outcomesOf(job).filter((outcome) => REVEALING.some((path) => outcome === `refused ${path}`))
    expect(refused).toHaveLength(secrets === 'refuse' ? REVEALING.length : 0)
  })
})
