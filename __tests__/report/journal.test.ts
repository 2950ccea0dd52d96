import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Journal, type JournalEvent } from '../../src/report/journal.ts'
import type { Frame } from '../../src/report/result.ts'
import { rowOf } from '../../src/sync/rows.ts'
import { SentEntries } from '../../src/sync/sent.ts'
import { lookOf, sentRow } from '../sync/looks.ts'
import { sentOf } from './results.ts'

const WRONG = new ActionError('entry-rejected', 'No.', 'Correct it.')
const TEXT = { path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s' }
const FRAME: Frame = {
  mode: 'plan',
  address: { repository: 'acme/ops', serverUrl: 'https://github.com' },
  showsTexts: true,
  tokenExpiresOn: undefined
}

test('a result has the last look, and what the list held at the beginning', () => {
  const journal = new Journal()
  journal.looked(lookOf({ rows: [] }))
  journal.looked({ ...lookOf({ rows: [sentRow()] }), head: 'c2' })
  expect(journal.result(WRONG)).toMatchObject({
    head: 'c2',
    selected: 1,
    inventory: { entries: 0 },
    items: [{ decision: { kind: 'unchanged' } }],
    ended: WRONG
  })
})

test('without a list there is no inventory', () => {
  const journal = new Journal()
  journal.looked({ ...lookOf({}), isCompared: false })
  expect(journal.result().inventory).toBeUndefined()
})

test('what is sent after the last look is in the result', () => {
  const journal = new Journal()
  const sent = new SentEntries()
  journal.looked(lookOf({}), sent)
  sent.set(sentOf('Disk full', { is: 'failed', error: WRONG }))
  expect(journal.result().items).toMatchObject([{ state: 'failed', error: WRONG, attempts: 1 }])
})

test('a notice is said once, and progress is not kept', () => {
  const told: JournalEvent[] = []
  const journal = new Journal((event) => told.push(event))
  for (let time = 1; time <= 2; time++) {
    journal.notice({ level: 'warning', message: 'No file.', path: 'docs/a.md' })
    journal.notice({ level: 'progress', message: 'reading' })
  }
  expect(journal.result().notices).toEqual([{ level: 'warning', message: 'No file.', path: 'docs/a.md' }])
  expect(told).toHaveLength(3)
})

test('the frame, differences, saved texts, edits and alerts are in the result', () => {
  const journal = new Journal()
  const pulled = { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' } as const
  const totals = { runbook: 0, dead: 0, elsewhere: 0, without: 0 }
  const alerts = { table: { files: 1, alerts: [], totals, unnamed: [] }, broughtIn: undefined }
  journal.begins(FRAME)
  journal.looked(lookOf({}))
  journal.differs(new Map([['docs/disk.md', ['+Text.']]]))
  journal.saved(TEXT)
  journal.pulled(pulled)
  journal.foundAlerts(alerts)
  expect(journal.result()).toMatchObject({
    ...FRAME,
    items: [{ decision: { difference: ['+Text.'] } }],
    saved: [TEXT],
    pulled: [pulled],
    alerts
  })
})

test('names of entries without a runbook are in the result only if texts may be shown', () => {
  const names = [true, false].map((showsTexts) => {
    const journal = new Journal()
    journal.begins({ ...FRAME, showsTexts })
    journal.looked(lookOf({ rows: [rowOf('On call', 'Mine.')] }))
    return journal.result().inventory?.names
  })
  expect(names).toEqual([['On call'], []])
})
