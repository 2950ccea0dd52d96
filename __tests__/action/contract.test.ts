import { describe, expect, jest, test } from '@jest/globals'
import { send } from '../../service/__tests__/http.ts'
import { UPSERT_PATH, type AnswerOptions } from '../../service/service.ts'
import { textOf } from '../../testing/expected-entries.ts'
import type { Project } from '../../testing/project.ts'
import { DISK, OTHER, deliveredHandbook, disk, runbook } from '../support/handbook.ts'
import { outcomesOf, reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// One push in each form of the API that the local service can play: somebody has bound, labelled and copied an entry, whose runbook the
// push changes; and it gives another runbook a new title. `__tests__/sync/contract*` has the rest, in the process of the test, with a
// service that shares no code with the local one.

// They run several at a time.
jest.setTimeout(120_000)

/** The push, after somebody has bound and labelled the first entry. */
async function pushTo(project: Project, answers: AnswerOptions) {
  project.service.people.bind('Disk full', 'alert', { match_patterns: ['DiskFull'] })
  project.service.people.label('Disk full', { team: 'sre' })
  project.service.answers.set(answers)
  await project.commit({ [DISK]: disk('Second.'), [OTHER]: runbook('Another', 'Second.') })
  return runSafely(project, { event: await project.pushed() })
}

/** Entries as `id name (trigger, labels): text`. */
function entriesOf({ service }: Project): string[] {
  return service.entries().map(({ id, name, trigger, labels, content }) => {
    const given = Object.entries(labels ?? {}).map(([key, value]) => `, ${key}=${value}`)
    const [, ...text] = textOf(content).trim().split('\n\n')
    return `${id} ${name} (${trigger}${given.join('')}): ${text.join(' ')}`
  })
}

const [BOUND, COPY] = ['1 Disk full (alert, team=sre): Second.', '3 Disk full (service, team=sre): Second.']
/** The runbook with a new title keeps its entry. */
const RENAMED = [BOUND, '2 Another (smart): Second.', COPY]
/** It gets another one. */
const LEFT = [BOUND, '2 Other (smart): Text.', COPY, '4 Another (smart): Second.']

test.concurrent.each<{ name: string; answers: AnswerOptions; entries: readonly string[]; isOrphanNamed?: true }>([
  { name: 'both forms', answers: {}, entries: RENAMED },
  { name: 'the documented form alone', answers: { contract: 'strict' }, entries: RENAMED },
  { name: 'and unknown fields refused', answers: { contract: 'strict', forbid: true }, entries: RENAMED },
  { name: 'bound entries only on request', answers: { context: 'unbound' }, entries: RENAMED },
  { name: 'one entry a page', answers: { cap: 1 }, entries: RENAMED },
  { name: 'a list that lags', answers: { lag: 300 }, entries: RENAMED },
  { name: 'texts by GET alone', answers: { texts: 'get' }, entries: RENAMED },
  { name: 'no texts', answers: { texts: 'none' }, entries: LEFT },
  { name: 'no update', answers: { update: false }, entries: LEFT, isOrphanNamed: true },
  {
    name: 'no update, and an upsert empties what it is not given',
    answers: { update: false, empties: true },
    entries: LEFT,
    isOrphanNamed: true
  }
])('$name: both texts arrive, and the bindings stay', async ({ answers, entries, isOrphanNamed }) => {
  await using project = await deliveredHandbook()
  const { people } = project.service
  people.label('Disk full', { team: 'sre' })
  people.copy('Disk full', { trigger: 'service', triggerConfig: { service_id: 's-1' } })
  const job = await pushTo(project, answers)
  expect(entriesOf(project)).toEqual(entries)
  const orphans = isOrphanNamed ? [`orphaned ${OTHER}`] : []
  expect({ exitCode: job.exitCode, outcomes: outcomesOf(job) }).toEqual({
    exitCode: 0,
    outcomes: [...orphans, `upserted ${DISK}`, `upserted ${OTHER}`]
  })
})

test.concurrent.each<AnswerOptions>([{ contract: 'plain' }, { contract: 'plain', forbid: true }])(
  'the specified form alone, whose list shows no triggers: a change and a new runbook arrive: %j',
  async (answers) => {
    await using project = await deliveredHandbook()
    project.service.answers.set(answers)
    await project.commit({ [DISK]: disk('Second.'), [OTHER]: runbook('Another', 'Second.') })
    const job = await runSafely(project, { event: await project.pushed() })
    expect(entriesOf(project)).toEqual([
      '1 Disk full (smart): Second.',
      '2 Other (smart): Text.',
      '3 Another (smart): Second.'
    ])
    expect(outcomesOf(job)).toEqual([`orphaned ${OTHER}`, `upserted ${DISK}`, `upserted ${OTHER}`])
  }
)

describe('a run stops', () => {
  test.concurrent('before it sends anything, if the list shows entries of its runbooks in two workspaces', async () => {
    await using project = await deliveredHandbook()
    const { service } = project
    service.workspaces.create('Payments')
    const { value } = service.tokens.create({ name: 'bot', expiration: 'never', workspace: 'Payments' })
    const headers = [
      ['Authorization', `Bearer ${value}`],
      ['Content-Type', 'application/json']
    ] as const
    const body = JSON.stringify({ name: 'Disk full', content: 'Of another team.' })
    expect(await send(service.url + UPSERT_PATH, { method: 'POST', headers, body })).toMatchObject({ status: 200 })
    const job = await pushTo(project, { context: 'workspace' })
    expect(reportOf(job)).toMatchObject({ success: false, failure: { kind: 'stopped' } })
    expect(entriesOf(project)).toEqual(['1 Disk full (alert, team=sre): First.', '2 Other (smart): Text.'])
  })
})
