import { expect, jest, test } from '@jest/globals'
import { PassThrough } from 'node:stream'
import { Progress } from '../../src/report/progress.ts'
import { Findings } from '../../src/report/findings.ts'

const ACCEPTED = { attempts: 1 }

const CLEAR = '\r\u001b[2K'
const [READING, NONE, ONE] = [
  'reading the list: 300 entries',
  `${'░'.repeat(20)} 0 of 2 runbooks`,
  `${'█'.repeat(10)}${'░'.repeat(10)} 1 of 2 runbooks`
]

test.each([
  ['on a terminal at once, on one line', true, 100, [READING, NONE, ONE, ''].map((line) => CLEAR + line).join('')],
  ['elsewhere every ten seconds', false, 10_000, [READING, NONE, ONE, ''].join('\n')]
])('what a command waits for is said %s', (_, isTTY, interval, expected) => {
  jest.useFakeTimers()
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  jest.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never)
  const findings = new Findings({ repository: '', serverUrl: '' })
  const send = (path: string) => ({ about: 'runbook', path, kind: 'send', reason: '' }) as const
  const [first] = findings.setDecisions([send('a.md'), send('b.md')], () => false)
  {
    using progress = new Progress()
    progress.waiting('reading the list: 300 entries')
    jest.advanceTimersByTime(interval)
    progress.progress(findings)
    jest.advanceTimersByTime(interval)
    if (first !== undefined) first.sent = ACCEPTED
    jest.advanceTimersByTime(interval)
  }
  jest.useRealTimers()
  jest.restoreAllMocks()
  expect(String(stderr.read())).toBe(expected)
})
