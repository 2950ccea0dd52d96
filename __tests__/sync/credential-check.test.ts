import { describe, expect, test } from '@jest/globals'
import { awsSecret, gitHubToken, privateKey, random } from '../runbook/secret-values.ts'
import type { Outcome } from './world.ts'
import { beforeConfirmation, startWorlds } from './worlds.ts'

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
  const reason = expect.stringMatching(/Its entry in the assistant stays as it is\.$/)
  expect(outcome.report.runbooks).toMatchObject([{ outcome: 'refused', difference: null, reason }])
  expect(world.entries).toEqual({ Disk: '# Disk\n\nText.' })
  expectHidden(outcome)
  // A push that did not change it is green.
  expect(await world.push(OTHER)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'refused, green' } })
})

test('the token of the run is one', async () => {
  const world = worldOf()
  const outcome = await world.push({ [DISK]: `# Disk\n\n    export TOKEN=${world.token}\n` })
  const reason = 'The file contains a credential: the access token of this run (line 3).'
  expect(outcome.report.runbooks).toMatchObject([{ outcome: 'refused', reason }])
  expectHidden(outcome, world.token)
})

test.each([
  { secrets: 'warn', warnings: [{ level: 'warning', path: DISK, line: 5 }] },
  { secrets: 'send', warnings: [] }
])('with `secrets: $secrets` it is sent', async ({ secrets, warnings }) => {
  const outcome = await worldOf().push({ [DISK]: withToken() }, { inputs: { secrets } })
  expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
  expect(outcome.report.notices).toMatchObject(warnings)
  expectHidden(outcome)
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
  const committing = beforeConfirmation(() => world.commit({ [DISK]: withToken() }))
  const outcome = await world.push({ [DISK]: '# Disk\n\nText.\n' }, committing)
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

  test('nor that of one whose link has it', async () => {
    const world = await edited('Call Sam.')
    const value = awsSecret()
    const file = `# Disk\n\n[Log in](AWS_SECRET_ACCESS_KEY=${value})\n`
    expectHidden(await world.push({ [DISK]: file }, { inputs: { 'on-conflict': 'replace' } }), value)
  })

  test('the saved text has it, and a warning says so', async () => {
    const world = await edited(TOKEN)
    const outcome = await world.push({ [DISK]: '# Disk\n\nOther.\n' }, { inputs: { 'on-conflict': 'replace' } })
    expect(outcome.saved.join()).toContain(TOKEN)
    expect(outcome.report.saved).toMatchObject([{ text: null }])
    expect(outcome.notices.join()).toMatch(/It has a credential, and is not shown: rotate that\./)
    expectHidden(outcome)
  })

  const KEY = privateKey().trim()
  const [, LINE = ''] = KEY.split('\n')
  test.each([
    { name: 'what the list shows', sent: 'Text.', shown: TOKEN, value: TOKEN },
    { name: 'what was sent', sent: TOKEN, shown: `${TOKEN.slice(0, 12)}${random(28)}`, value: TOKEN },
    { name: 'a line of a key that is shown', sent: KEY.replace(LINE, '...'), shown: KEY, value: LINE },
    { name: 'a line of a key that was sent', sent: KEY, shown: KEY.replace(LINE, '...'), value: LINE }
  ])('$name is not quoted, if the list shows another text', async ({ sent, shown, value }) => {
    const world = worldOf({ shows: (content) => content.replace(sent, shown) })
    const outcome = await world.push({ [DISK]: `# Disk\n\n${sent}\n` }, { inputs: { secrets: 'warn' } })
    expect(outcome.outcomes).toEqual({ [DISK]: 'failed' })
    expectHidden(outcome, value)
  })

  test('no line of a key is in the difference, below a comment of the author for an example', async () => {
    const world = worldOf()
    const file = `# Disk\n\n<!-- secretlint-disable -->\n\n    export GH_TOKEN=${TOKEN}\n\nText.\n`
    await world.push({ [DISK]: file })
    world.edit('Disk', (content) => `${content}\n${KEY}\n`)
    const outcome = await world.push({ [DISK]: file.replace('Text', 'Other') })
    expect(outcome.report.runbooks[0]?.difference).toEqual(expect.arrayContaining(['-Text.', '+Other.', '-***']))
    for (const value of [LINE, TOKEN]) expectHidden(outcome, value)
  })
})
