import { describe, expect, test } from '@jest/globals'
import { awsSecret, gitHubToken, privateKey, random } from '../runbook/secret-values.ts'
import type { Outcome } from './world.ts'
import { startWorlds } from './worlds.ts'

// What becomes of a runbook whose file has a credential.

const worldOf = await startWorlds()
const DISK = 'docs/disk.md'
const OTHER = { 'docs/other.md': '# Other\n\nText.\n' }
const TOKEN = gitHubToken()
const withToken = (token = TOKEN): string => `# Disk\n\nRun this:\n\n    export GH_TOKEN=${token}\n`

/** Neither the value nor a part of it is in what a run says. */
function expectHidden(outcome: Outcome, value = TOKEN): void {
  const said = JSON.stringify([outcome.report, outcome.notices, outcome.ended])
  for (let at = 0; at + 12 <= value.length; at++) expect(said).not.toContain(value.slice(at, at + 12))
}

test('it is refused with its line, and the others are sent', async () => {
  const world = worldOf()
  const outcome = await world.push({ [DISK]: withToken(), ...OTHER })
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused', 'docs/other.md': 'upserted' } })
  expect(outcome.report.runbooks.find(({ path }) => path === DISK)).toMatchObject({
    cause: 'secret',
    name: null,
    line: 5,
    brief: 'a credential',
    reason: 'The file contains a credential: GitHub Token (line 5).',
    hint: expect.stringMatching(/rotate it.*secretlint-disable-line.*disable-next-line.*`warn` for `secrets`/)
  })
  expect(Object.keys(world.entries)).toEqual(['Other'])
  expectHidden(outcome)
})

test('its entry stays as it is, the message says so, and nothing shows what differs', async () => {
  const world = worldOf()
  await world.push({ [DISK]: '# Disk\n\nText.\n' })
  const outcome = await world.push({ [DISK]: withToken() })
  const [row] = outcome.report.runbooks
  expect(row).toMatchObject({ outcome: 'refused', difference: null })
  expect(row?.reason).toMatch(/Its entry in the assistant stays as it is\.$/)
  expect(world.entries).toEqual({ Disk: '# Disk\n\nText.' })
  expectHidden(outcome)
})

test('a push that did not change it is green', async () => {
  const world = worldOf()
  await world.push({ ...OTHER, [DISK]: withToken() })
  expect(await world.push({ 'docs/new.md': '# New\n\nText.\n' })).toMatchObject({
    isGreen: true,
    outcomes: { [DISK]: 'refused, green' }
  })
})

test('the token of the run is one', async () => {
  const world = worldOf()
  const outcome = await world.push({ [DISK]: `# Disk\n\n    export TOKEN=${world.token}\n` })
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
  expect(outcome.report.runbooks[0]?.reason).toBe(
    'The file contains a credential: the access token of this run (line 3).'
  )
  expectHidden(outcome, world.token)
})

test('with `warn` it is sent, with a warning at its line', async () => {
  const world = worldOf()
  const outcome = await world.push({ [DISK]: withToken() }, { inputs: { secrets: 'warn' } })
  expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
  const level = 'warning'
  expect(outcome.report.notices).toContainEqual(expect.objectContaining({ level, path: DISK, line: 5 }))
  expectHidden(outcome)
})

test('with `send` nobody looks', async () => {
  const outcome = await worldOf().push({ [DISK]: withToken() }, { inputs: { secrets: 'send' } })
  expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' }, notices: [] })
})

test('what the assistant has already is not looked at', async () => {
  const world = worldOf()
  await world.push({ [DISK]: withToken() }, { inputs: { secrets: 'send' } })
  expect(await world.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'unchanged' } })
})

test('a push looks once in what it would send, and not in what is current', async () => {
  const world = worldOf()
  await world.push({ [DISK]: withToken(), ...OTHER })
  const before = world.branch.fileReadings
  await world.push({ 'docs/new.md': '# New\n\nText.\n' })
  // Each of the files, and what the push has not changed once more.
  expect(world.branch.fileReadings - before).toBe(4)
})

test('a commit that arrives while the run is under way is looked at, too', async () => {
  const world = worldOf()
  let isFirst = true
  const outcome = await world.push(
    { [DISK]: '# Disk\n\nText.\n' },
    {
      onRequest: (kind) => {
        if (kind === 'write' && isFirst) world.commit({ [DISK]: withToken() })
        isFirst &&= kind === 'list'
      }
    }
  )
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
  expect(world.entries).toEqual({ Disk: '# Disk\n\nText.' })
})

describe('a person has pasted one into the entry', () => {
  const edited = async (more: string) => {
    const world = worldOf()
    await world.push({ [DISK]: '# Disk\n\nText.\n' })
    world.edit('Disk', (content) => `${content}\n${more}\n`)
    return world
  }

  test('the difference is not shown', async () => {
    const world = await edited(TOKEN)
    const revealing = await world.push({ [DISK]: '# Disk\n\nOther.\n' })
    expect(revealing.report.runbooks[0]?.difference).toBeNull()
    expectHidden(revealing)
    const plain = await edited('Call Sam.')
    const { report } = await plain.push({ [DISK]: '# Disk\n\nOther.\n' })
    expect(report.runbooks[0]?.difference).not.toBeNull()
  })

  test('nor is that of a runbook with one, which is sent', async () => {
    const world = await edited('Call Sam.')
    const outcome = await world.push({ [DISK]: withToken() }, { inputs: { secrets: 'warn' } })
    expect(outcome.report.runbooks[0]).toMatchObject({ outcome: 'refused', cause: 'conflict', difference: null })
    expectHidden(outcome)
  })

  test.each(['keep', 'replace'])('nor that of one whose link has it, with `on-conflict: %s`', async (policy) => {
    const world = await edited('Call Sam.')
    const value = awsSecret()
    const file = `# Disk\n\n[Log in](AWS_SECRET_ACCESS_KEY=${value})\n`
    expectHidden(await world.push({ [DISK]: file }, { inputs: { 'on-conflict': policy } }), value)
  })

  test('the saved text has it, and a warning says so', async () => {
    const world = await edited(TOKEN)
    const outcome = await world.push({ [DISK]: '# Disk\n\nOther.\n' }, { inputs: { 'on-conflict': 'replace' } })
    expect(outcome.saved.join()).toContain(TOKEN)
    expect(outcome.report.saved).toMatchObject([{ text: null }])
    expect(outcome.notices.join()).toMatch(/It has a credential, and is not shown: rotate that\./)
    expectHidden(outcome)
  })

  test('what the list shows instead of a text is not quoted', async () => {
    const value = random(36)
    const world = worldOf({ shows: (content) => `${content}\nghp_${value}\n` })
    expectHidden(await world.push({ [DISK]: '# Disk\n\nText.\n' }), value)
  })

  test('and neither is what was sent, from the place where they differ', async () => {
    const world = worldOf({ shows: (content) => content.replace(TOKEN, `${TOKEN.slice(0, 12)}${random(28)}`) })
    expectHidden(await world.push({ [DISK]: withToken() }, { inputs: { secrets: 'warn' } }))
  })
  const KEY = privateKey().trim()
  const [, LINE = ''] = KEY.split('\n')
  test.each([
    { name: 'nor a line of a key that is shown', sent: KEY.replace(LINE, '...'), shown: KEY },
    { name: 'nor a line of a key that was sent', sent: KEY, shown: KEY.replace(LINE, '...') }
  ])('$name', async ({ sent, shown }) => {
    const world = worldOf({ shows: (content) => content.replace(sent, shown) })
    const outcome = await world.push({ [DISK]: `# Disk\n\n${sent}\n` }, { inputs: { secrets: 'warn' } })
    expect(outcome.outcomes).toEqual({ [DISK]: 'failed' })
    expectHidden(outcome, LINE)
  })

  describe('below a comment of the author for an example', () => {
    const OFF = `# Disk\n\n<!-- secretlint-disable -->\n\n    export GH_TOKEN=${TOKEN}\n\nText.\n`

    test('no line of a key is in the difference', async () => {
      const world = worldOf()
      await world.push({ [DISK]: OFF })
      world.edit('Disk', (content) => `${content}\n${KEY}\n`)
      const outcome = await world.push({ [DISK]: OFF.replace('Text', 'Other') })
      expect(outcome.report.runbooks[0]?.difference).toEqual(expect.arrayContaining(['-Text.', '+Other.', '-***']))
      expectHidden(outcome, LINE)
      expectHidden(outcome)
    })

    test('nor in what the list shows instead of a text', async () => {
      const world = worldOf({ shows: (content) => content.replace('Text.', KEY) })
      expectHidden(await world.push({ [DISK]: OFF }), LINE)
    })
  })
})
