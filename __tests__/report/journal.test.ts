import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { Journal } from '../../src/report/journal.ts'
import { lookOf, sentRow } from '../sync/looks.ts'
import { FAILED, TOKEN_REJECTED, UNANSWERED, WAITING } from './decisions.ts'
import { SAVED, sent } from './results.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a result has the last look, and what the list held at the beginning', () => {
  const journal = new Journal()
  const last = lookOf({ rows: [sentRow()] })
  journal.looked(lookOf({ rows: [] }))
  journal.looked(last)
  const inventory = { entries: 0, current: 0 }
  expect(journal.result(TOKEN_REJECTED)).toMatchObject({ look: last, inventory, ended: TOKEN_REJECTED })
})

test('a front end is told at once what a run waits for, how far each round is, and where texts are saved', () => {
  const said: string[] = []
  const folders: string[] = []
  const journal = new Journal({ say: (line) => said.push(line), saves: (folder) => folders.push(folder) })
  journal.progress('waiting 30 s')
  journal.notice({ level: 'warning', message: 'An annotation later.' })
  for (const [round, total] of [11, 1].entries()) {
    journal.sending(total)
    for (let at = 0; at < total; at++) {
      jest.advanceTimersByTime(1000)
      for (const one of sent({ b: UNANSWERED }).all) journal.tried(one)
      for (const one of sent({ a: at === 7 || round === 1 ? FAILED : WAITING }).all) journal.tried(one)
    }
    jest.advanceTimersByTime(4000)
  }
  for (let text = 1; text <= 2; text++) journal.textSaved(SAVED)
  expect(said).toEqual([
    'waiting 30 s',
    '5 of 11 runbooks sent so far',
    '10 of 11 runbooks sent so far, 1 failed',
    '1 of 1 runbook sent so far, 1 failed',
    'Texts of the assistant that the run replaces are saved in /tmp/s'
  ])
  expect(folders).toEqual(['/tmp/s'])
})

test('on a terminal the progress is one line, which is often written again', () => {
  const [said, rewritten]: [string[], string[]] = [[], []]
  const journal = new Journal({ say: (line) => said.push(line), rewrite: (line) => rewritten.push(line) })
  journal.sending(40)
  for (let at = 0; at < 40; at++) {
    jest.advanceTimersByTime(10)
    for (const one of sent({ a: WAITING }).all) journal.tried(one)
  }
  expect(said).toEqual([])
  expect(rewritten).toHaveLength(4)
  expect(rewritten.at(-1)).toBe('40 of 40 runbooks sent so far')
})
