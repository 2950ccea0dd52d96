import { expect, test } from '@jest/globals'
import { CredentialCheck } from '../../src/sync/decide/credential-check.ts'
import type { Conflict } from '../../src/sync/decide/decision.ts'
import { differencesIn } from '../../src/sync/differences.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { Branch } from '../../src/sync/read/runbooks.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { TextCache } from '../../src/sync/read/texts.ts'
import { editedRow, runbookOf, sentRow } from './looks.ts'

const HIDDEN = { ...editedRow(), content: undefined }
const check = new CredentialCheck({ secrets: 'send', token: undefined })

async function differing(is: 'kept' | 'refused', ...rows: readonly [Row, ...Row[]]): Promise<readonly string[]> {
  const runbook = runbookOf()
  const texts = new TextCache({ read: () => Promise.reject(new Error('It is kept.')) }, {} as RunbookOptions)
  texts.keep(runbook, Buffer.from('Text.\n'), { above: '', below: 'Text.\n' })
  const conflict: Conflict = { is: 'refused', cause: 'conflict', runbook, rows, row: rows[0] }
  const decision = is === 'kept' ? ({ is, runbook, rows } as const) : conflict
  const differences = await differencesIn({ decisions: [decision] }, { texts } as Branch, check, true)
  return differences.get(runbook.path) ?? []
}

test('no other row is compared in place of an edit whose text the service does not show', async () => {
  expect(await differing('refused', HIDDEN, sentRow({ text: 'Before.' }))).toEqual([])
})

test.each([
  { name: 'what a send would change', is: 'refused', says: ['--- in the assistant', '+++ in Git', '-Sam.', '+Text.'] },
  {
    name: 'what an edit that stays has changed',
    is: 'kept',
    says: ['--- in Git', '+++ in the assistant, where it stays', '-Text.', '+Sam.']
  }
] as const)('a difference shows $name', async ({ is, says }) => {
  const difference = await differing(is, sentRow({ text: 'Sam.' }))
  expect(difference.filter((line) => /^[-+]/.test(line))).toEqual(says)
})
