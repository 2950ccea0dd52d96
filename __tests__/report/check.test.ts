import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { Failure } from '../../src/failures.ts'
import { Report } from '../../src/report/report.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

test.each([
  ['a good token', undefined, true],
  ['a rejected one', new Failure('token-rejected', 'The service rejects the token.', 'Rotate it.'), false]
])('a check says in the log that the token is good: %s', async (_, failure, good) => {
  const folder = await mkdtemp(join(tmpdir(), 'runbook-sync-check-'))
  const written: string[] = []
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  const report = new Report({ RUNNER_TEMP: folder })
  report.begin('check', 'report', [])
  if (failure !== undefined) report.fail(failure)
  const failed = await report.write()
  await rm(folder, { recursive: true })
  expect(failed === undefined).toBe(good)
  expect(written.join('').includes('The token is good.')).toBe(good)
})
