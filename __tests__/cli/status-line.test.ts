import { expect, test } from '@jest/globals'
import { PassThrough } from 'node:stream'
import { StatusLine } from '../../src/cli/status-line.ts'

const CLEAR = '\u001b[1G\u001b[0K'

test('a line is written in the place of the one before, no wider than the terminal, and makes room', () => {
  const stream = Object.assign(new PassThrough(), { columns: 8 })
  const status = new StatusLine(stream as never)
  status.clear()
  status.show('1 of 9')
  status.show('2 of 9, 7 left')
  status.clear()
  status.clear()
  expect(String(stream.read())).toBe(`1 of 9${CLEAR}2 of 9…${CLEAR}`)
})
