import { expect, test } from '@jest/globals'
import { Sink } from '../../src/report/sink.ts'
import { awsSecret, gitHubToken, random } from '../runbook/secret-values.ts'
import { published, useStep } from '../report/step.ts'
import type { RunOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// Credentials in all places of runbooks and entries: every output of a run is searched for them.

const worldOf = await startWorlds()
useStep()

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
  'docs/body.md': '# Body\n\nText.\n',
  'docs/edit.md': '# Edit\n\nText.\n',
  'docs/kept.md': `# Kept ${VALUES.kept}\n\nText.\n`,
  'docs/removed.md': `# Removed ${VALUES.removed}\n\nText.\n`,
  'docs/moved.md': `# Moved\n\n${VALUES.moved}\n`
}
const CHANGES: Readonly<Record<string, string | null>> = {
  'docs/body.md': `# Body\n\nAWS_SECRET_ACCESS_KEY=${VALUES.body}\n`,
  'docs/edit.md': '# Edit\n\nOther text.\n',
  'docs/removed.md': null,
  'docs/moved.md': null,
  'docs/there/moved.md': `# Moved\n\n${VALUES.moved}\n`,
  'docs/title.md': `# Run ${VALUES.title}\n\nText.\n`,
  'docs/field.md': `---\ntitle: Field\nreview-by: ${VALUES.field}\n---\n\nText.\n`,
  'docs/a.md': `# Same ${VALUES.duplicate}\n\nText.\n`,
  'docs/b.md': `# Same ${VALUES.duplicate}\n\nText.\n`,
  'docs/links.md': `# Links\n\n[a](${VALUES.target}.md) [b](https://admin:${VALUES.password}@grafana.acme.com/a)\n`
}
const REVEALING = ['body', 'field', 'links', 'there/moved', 'title'].map((name) => `docs/${name}.md`)

/** Neither a value nor eight characters of it are in a text. */
function expectHidden(what: string, text: string): void {
  for (const [name, value] of Object.entries(VALUES)) {
    for (let at = 0; at + 8 <= value.length; at++) {
      const part = value.slice(at, at + 8)
      if (text.includes(part) && part !== 'github_p') expect({ what, name, text }).toEqual({ what, name, text: '' })
    }
  }
}

const RUNS: readonly { readonly of: string; readonly run: RunOptions; readonly isPush?: true }[] = [
  { of: 'a push', run: {}, isPush: true },
  { of: 'a plan', run: { inputs: { mode: 'plan' } } },
  { of: 'a plan without a token', run: { inputs: { mode: 'plan', token: '' } } },
  { of: 'a run that replaces and retires', run: { inputs: { 'on-conflict': 'replace', removed: 'retire' } } }
]

test.each(RUNS.flatMap((one) => ['refuse', 'warn'].map((secrets) => ({ ...one, secrets }))))(
  'no output of $of has one, with `secrets: $secrets`',
  async ({ run, isPush, secrets }) => {
    const world = worldOf()
    await world.push(BEFORE, { inputs: { secrets: 'send' } })
    world.edit('Edit', (content) => `${content}\n${VALUES.edit}\n`)
    world.edit(`Kept ${VALUES.kept}`, (content) => `${content}\nCall Sam.\n`)
    const before = world.service.requests().length
    const given = { ...run, inputs: { ...run.inputs, secrets } }
    if (isPush !== true) world.commit(CHANGES)
    const { report, outcomes } = await (isPush === true ? world.push(CHANGES, given) : world.run(given))
    const sink = new Sink([world.token])
    for (const [what, text = ''] of Object.entries(await published(report, { sink }))) expectHidden(what, text)
    expectHidden('report', sink.json(report))
    const requests = world.service.requests().slice(before)
    if (secrets === 'refuse') expectHidden('requests', JSON.stringify(requests.map(({ body }) => body)))
    const refused = REVEALING.filter((path) => outcomes[path] === 'refused')
    expect(refused).toEqual(secrets === 'refuse' ? REVEALING : [])
  }
)
