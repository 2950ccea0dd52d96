import { expect, test } from '@jest/globals'
import type { AnswerOptions } from '../../service/service.ts'
import { DISK, OTHER, disk, other, runbook } from '../support/handbook.ts'
import type { World } from './world.ts'
import { startWorlds } from './worlds.ts'

// One push in each form of the API that the local service can play: somebody has bound, labelled and copied an entry, whose runbook the
// push changes; and it gives another runbook a new title. `contract*` have the rest, with a service that shares no code with this one.

const worldOf = await startWorlds()

async function delivered(): Promise<World> {
  const world = worldOf()
  await world.push({ [DISK]: disk('First.'), [OTHER]: other('Text.') })
  return world
}

/** Entries as `id name (trigger, labels): text`. */
function entriesOf({ service, entries }: World): string[] {
  return service.entries().map(({ id, name, trigger, labels }) => {
    const given = Object.entries(labels ?? {}).map(([key, value]) => `, ${key}=${value}`)
    const [, ...text] = entries[name]?.split('\n\n') ?? []
    return `${id} ${name} (${trigger}${given.join('')}): ${text.join(' ')}`
  })
}

const [BOUND, COPY] = ['1 Disk full (alert, team=sre): Second.', '3 Disk full (service, team=sre): Second.']
/** The runbook with a new title keeps its entry. */
const RENAMED = [BOUND, '2 Another (smart): Second.', COPY]
/** It gets another one. */
const LEFT = [BOUND, '2 Other (smart): Text.', COPY, '4 Another (smart): Second.']
const [SENT, ORPHAN] = [{ [DISK]: 'upserted', [OTHER]: 'upserted' }, { '“Other”': 'orphaned' }]

test.each<{ name: string; answers: AnswerOptions; entries: readonly string[]; orphan?: object }>([
  { name: 'both forms', answers: {}, entries: RENAMED },
  { name: 'the documented form alone', answers: { contract: 'strict' }, entries: RENAMED },
  { name: 'and unknown fields refused', answers: { contract: 'strict', forbid: true }, entries: RENAMED },
  { name: 'bound entries only on request', answers: { context: 'unbound' }, entries: RENAMED },
  { name: 'one entry a page', answers: { cap: 1 }, entries: RENAMED },
  { name: 'a list that lags', answers: { lag: 300 }, entries: RENAMED },
  { name: 'texts by GET alone', answers: { texts: 'get' }, entries: RENAMED },
  { name: 'no texts', answers: { texts: 'none' }, entries: LEFT },
  { name: 'no update', answers: { update: false }, entries: LEFT, orphan: ORPHAN },
  { name: 'no update, and upserts empty', answers: { update: false, empties: true }, entries: LEFT, orphan: ORPHAN }
])('$name: both texts arrive, and the bindings stay', async ({ answers, entries, orphan }) => {
  const world = await delivered()
  const { people } = world.service
  people.label('Disk full', { team: 'sre' })
  people.copy('Disk full', { trigger: 'service', triggerConfig: { service_id: 's-1' } })
  people.bind('Disk full', 'alert', { match_patterns: ['DiskFull'] })
  world.service.answers.set(answers)
  const outcome = await world.push({ [DISK]: disk('Second.'), [OTHER]: runbook('Another', 'Second.') })
  expect(outcome).toMatchObject({ isGreen: true, outcomes: { ...SENT, ...orphan } })
  expect(entriesOf(world)).toEqual(entries)
})

test.each<AnswerOptions>([{ contract: 'plain' }, { contract: 'plain', forbid: true }])(
  'the specified form alone, whose list shows no triggers: a change and a new runbook arrive: %j',
  async (answers) => {
    const world = await delivered()
    world.service.answers.set(answers)
    const { outcomes } = await world.push({ [DISK]: disk('Second.'), [OTHER]: runbook('Another', 'Second.') })
    expect(outcomes).toEqual({ ...SENT, ...ORPHAN })
    const [, left] = LEFT
    expect(entriesOf(world)).toEqual(['1 Disk full (smart): Second.', left, '3 Another (smart): Second.'])
  }
)
