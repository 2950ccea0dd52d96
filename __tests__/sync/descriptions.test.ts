import { describe, expect, test } from '@jest/globals'
import { gitHubToken } from '../runbook/secret-values.ts'
import { runbook } from '../support/handbook.ts'
import { ALERT, contractWorlds, type ContractWorld } from './contract.ts'
import { many, startWorlds } from './worlds.ts'

// Descriptions and alerts: what the list shows of them, whose they are, and when they are sent.

const worldOf = await startWorlds()
const startContract = contractWorlds(worldOf)
const DISK = 'docs/disk.md'
const RULES = 'monitoring/disk.yml'
const WITH_RULES = { alerts: 'monitoring/**' }

const disk = (text: string, description?: string): Readonly<Record<string, string>> => {
  const front = description === undefined ? '' : `---\ndescription: ${description}\n---\n`
  return { [DISK]: `${front}${runbook('Disk full', text)}` }
}
/** Rules of these alerts, which lead to a runbook. */
const rules = (alerts: readonly string[], path = DISK): string => {
  const lines = alerts.map((alert) => `  - alert: ${alert}\n    expr: up\n    annotations: { runbook_url: ${path} }\n`)
  return `groups:\n- name: all\n  rules:\n${lines.join('')}`
}
const descriptionOf = ({ service }: ContractWorld, name = 'Disk full') => service.of(name).description
const lineOf = ({ service }: ContractWorld, name = 'Disk full') => service.of(name).text.split('\n')[0] ?? ''

describe('a description', () => {
  const [FIRST, SECOND, DESCRIBED] = [disk('First.'), disk('Second.'), disk('First.', 'For disks.')]
  test.each<{ name: string; first?: typeof FIRST; person?: string; then: typeof FIRST; becomes: string }>([
    { name: 'comes with a new entry, and with each text', then: SECOND, becomes: 'Second.' },
    { name: 'of a person stays with the next text', person: 'By Sam.', then: SECOND, becomes: 'By Sam.' },
    { name: 'that somebody emptied is ours again', person: '', then: SECOND, becomes: 'Second.' },
    { name: 'of the file comes over that of a person', person: 'By Sam.', then: DESCRIBED, becomes: 'For disks.' },
    { name: 'that the file drops gives way to that of its text', first: DESCRIBED, then: FIRST, becomes: 'First.' },
    { name: 'goes if the text has none any more', then: disk('- First.'), becomes: '' }
  ])('$name', async ({ first = FIRST, person, then, becomes }) => {
    await using contract = await startContract({ strict: true }, first)
    expect(descriptionOf(contract)).toBe(first === FIRST ? 'First.' : 'For disks.')
    if (person !== undefined) contract.service.change('Disk full', { description: person })
    await contract.expectQuiet()
    const outcome = await contract.push(then)
    expect(outcome).toMatchObject({ isGreen: true, sent: ['Disk full'] })
    expect(descriptionOf(contract)).toBe(becomes)
    const said = (words: string): boolean => outcome.notices.some((notice) => notice.includes(words))
    expect(said('keeps the description that somebody wrote')).toBe(becomes === 'By Sam.')
    expect(said('1 runbook has no description: docs/disk.md.')).toBe(becomes === '')
    await contract.expectQuiet()
  })

  test.each([true, false])(
    'of a person that the file replaces is told if isPrivate: %s, and saved',
    async (isPrivate) => {
      await using contract = await startContract({}, FIRST)
      contract.service.change('Disk full', { description: 'By Sam.' })
      contract.world.commit(DESCRIBED)
      const { report, notices, saved } = await contract.run({ job: { isPrivate } })
      expect(descriptionOf(contract)).toBe('For disks.')
      expect(JSON.stringify([report, notices]).includes('By Sam.')).toBe(isPrivate)
      if (!isPrivate) return
      expect(saved).toEqual(['By Sam.'])
      expect(notices).toContainEqual(expect.stringContaining('The description of the entry “Disk full”'))
      expect(report.saved).toMatchObject([{ text: 'By Sam.' }])
    }
  )

  test('of a note says that nobody should follow it', async () => {
    await using contract = await startContract({}, { ...disk('First.'), 'docs/b.md': runbook('B', 'Text.') })
    await contract.push({ [DISK]: null }, { inputs: { removed: 'retire' } })
    expect(descriptionOf(contract)).toBe('This runbook is retired. Do not follow it.')
  })

  test('follows a new title, and an entry that is bound', async () => {
    await using contract = await startContract({}, disk('First.'))
    contract.service.change('Disk full', ALERT)
    await contract.push({ [DISK]: runbook('Disk', 'Second.') })
    expect(contract.entries).toEqual(['Disk (alert): Second.'])
    expect(descriptionOf(contract, 'Disk')).toBe('Second.')
  })
})

describe('a service', () => {
  const LONG = `${'Long words '.repeat(20)}end.`

  test.each([5, 0])('that cuts descriptions at %d: one notice, and no second send', async (cutAt) => {
    await using contract = await startContract({ descriptions: { cutAt } })
    const outcome = await contract.push(disk('A disk is full.'))
    expect(outcome).toMatchObject({ isGreen: true, sent: ['Disk full'] })
    expect(outcome.notices.filter((notice) => notice.includes('another description than was sent'))).toHaveLength(1)
    await contract.expectQuiet()
  })

  test('that refuses long ones gets the text without, and short ones with', async () => {
    await using contract = await startContract({ strict: true, descriptions: { refusedFrom: 100 } })
    const files = { ...many(5, LONG), ...disk('Short.') }
    expect(await contract.push(files)).toMatchObject({ isGreen: true })
    expect(descriptionOf(contract)).toBe('Short.')
    expect(descriptionOf(contract, 'Runbook 3')).toBeNull()
    // The first one alone: then it is known.
    expect(contract.writes.filter(({ body }) => String(body['description']).length > 100)).toHaveLength(1)
    await contract.expectQuiet()
  })

  test.each([409, 500])('that answers %d is not asked without a description', async (status) => {
    await using contract = await startContract({}, disk('First.'))
    let count = 0
    contract.service.beforeRequest = (_, path) => (path === 'update' && ++count === 1 ? status : undefined)
    expect(await contract.push(disk('Second.'))).toMatchObject({ isGreen: true })
    expect(contract.writes.every(({ body }) => body['description'] === 'Second.')).toBe(true)
  })

  test('whose list shows no descriptions gets none', async () => {
    await using contract = await startContract({ undescribed: true }, disk('First.'))
    expect(await contract.push(disk('Second.'))).toMatchObject({ isGreen: true })
    expect(contract.writes.filter(({ path, body }) => path === 'update' && 'description' in body)).toEqual([])
    await contract.expectQuiet()
  })
})

test('an entry of an earlier line is sent once, with a true reason', async () => {
  await using contract = await startContract({}, disk('First.'))
  const text = contract.service.of('Disk full').text.replace(/, described \w+/, '')
  contract.service.change('Disk full', { text, description: null })
  const plan = await contract.run({ inputs: { mode: 'plan' } })
  expect(plan.report.runbooks).toMatchObject([{ outcome: 'planned', reason: 'Its description changes.' }])
  expect((await contract.run()).sent).toEqual(['Disk full'])
  await contract.expectQuiet()
})

describe('the alerts of a runbook', () => {
  const start = async (alerts: readonly string[] = ['DiskFull'], inputs = {}): Promise<ContractWorld> => {
    const contract = await startContract({ strict: true }, {}, { ...WITH_RULES, ...inputs })
    await contract.push({ ...disk('It is full.'), [RULES]: rules(alerts) })
    return contract
  }

  test('stand in its first line and its description', async () => {
    await using contract = await start(['DiskSlow', 'DiskFull'])
    expect(lineOf(contract)).toMatch(/^Source: \[[^\]]+\]\(\S+\) for the alerts `DiskFull`, `DiskSlow` \(version /)
    expect(descriptionOf(contract)).toBe('It is full. Alerts: DiskFull, DiskSlow.')
    await contract.expectQuiet()
  })

  test('are those of front matter, too, but no wildcards', async () => {
    await using contract = await start([])
    await contract.push({
      [DISK]: '---\nalerts: [DiskOld, Disk*]\n---\n# Disk full\n\nText.\n',
      [RULES]: rules(['DiskFull']).replace('runbook_url: docs/disk.md', 'summary: x')
    })
    expect(lineOf(contract)).toContain('for the alerts `DiskFull`, `DiskOld` (')
  })

  const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `SomeAlert${at + 10}`)
  test.each<{ name: string; before?: readonly string[]; after: string | null; sent: readonly string[] }>([
    { name: 'one is added', after: rules(['DiskFull', 'DiskSlow']), sent: ['Disk full'] },
    { name: 'one is removed', before: ['A', 'B'], after: rules(['A']), sent: ['Disk full'] },
    { name: 'they change their order', before: ['A', 'B'], after: rules(['B', 'A']), sent: [] },
    { name: 'its rules break', after: `${rules(['DiskFull'])}   - : [`, sent: ['Disk full'] },
    {
      name: 'one is added behind those that fit',
      before: numbered(70),
      after: rules(numbered(71)),
      sent: ['Disk full']
    },
    { name: 'the pattern matches nothing any more', after: null, sent: [] }
  ])('$name: sent $sent', async ({ before, after, sent }) => {
    await using contract = await start(before)
    expect((await contract.push({ [RULES]: after })).sent).toEqual(sent)
    await contract.expectQuiet()
  })

  test('a run that knows no rules leaves them, and what it sends gets them back', async () => {
    await using contract = await start()
    const laptop = { inputs: { alerts: '' } }
    expect((await contract.run(laptop)).sent).toEqual([])
    contract.world.commit(disk('It is very full.'))
    expect((await contract.run(laptop)).sent).toEqual(['Disk full'])
    expect(lineOf(contract)).not.toContain('for the alerts')
    expect((await contract.run()).sent).toEqual(['Disk full'])
    expect(lineOf(contract)).toContain('for the alerts `DiskFull`')
    await contract.expectQuiet()
  })

  test('rules that cannot be read are no reason to send', async () => {
    await using contract = await start()
    contract.world.branch.onFetch = (paths) =>
      paths.includes(RULES) ? Promise.reject(new Error('It cannot be fetched.')) : Promise.resolve()
    expect((await contract.run()).sent).toEqual([])
  })

  test.each([
    { name: 'words', list: '`DiskFull` (broken, call Sam)' },
    { name: 'another name', list: '`DiskFull`, `Other`' }
  ])('$name that somebody writes among them stay, and are a conflict when the file changes', async ({ list }) => {
    await using contract = await start()
    const { service } = contract
    service.change('Disk full', { text: service.of('Disk full').text.replace('`DiskFull`', list) })
    expect(await contract.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
    expect(await contract.push(disk('It is full.\n\n\n'))).toMatchObject({ outcomes: { [DISK]: 'kept' } })
    expect(await contract.push(disk('It is very full.'))).toMatchObject({ outcomes: { [DISK]: 'refused' } })
    expect(lineOf(contract)).toContain(list)
  })

  test('a credential in the name of one is sent nowhere, with a warning', async () => {
    const token = gitHubToken()
    await using contract = await start([token])
    expect(JSON.stringify(contract.service.requests)).not.toContain(token)
    const { notices } = await contract.run()
    expect(notices.join('\n')).toMatch(/^warning: The name of an alert of this runbook has a credential/m)
  })
})
