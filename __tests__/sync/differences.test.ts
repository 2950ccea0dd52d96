import { expect, test } from '@jest/globals'
import { CredentialCheck } from '../../src/sync/decide/credential-check.ts'
import type { Conflict } from '../../src/sync/decide/decision.ts'
import { differencesIn } from '../../src/sync/differences.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { Branch } from '../../src/sync/read/runbooks.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { Texts } from '../../src/sync/read/texts.ts'
import { editedRow, runbookOf, sentRow } from './looks.ts'

const HIDDEN = { ...editedRow(), content: undefined }
const check = new CredentialCheck({ secrets: 'send', token: undefined })

async function differing(...rows: readonly [Row, ...Row[]]): Promise<number> {
  const runbook = runbookOf()
  const texts = new Texts({ read: () => Promise.reject(new Error('It is kept.')) }, {} as RunbookOptions)
  texts.keep(runbook, Buffer.from('Text.\n'), { above: '', below: 'Text.\n' })
  const conflict: Conflict = { is: 'refused', cause: 'conflict', runbook, rows, row: rows[0] }
  return (await differencesIn({ decisions: [conflict] }, { texts } as Branch, check, true)).size
}

test('no other row is compared in place of an edit whose text the service does not show', async () => {
  expect(await differing(sentRow({ text: 'Before.' }))).toBe(1)
  expect(await differing(HIDDEN, sentRow({ text: 'Before.' }))).toBe(0)
})
