import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import { publish } from '../../src/report/publish.ts'
import type { Item, Result } from '../../src/report/result.ts'
import { showResult } from '../../src/report/shown.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { ACTION } from '../../src/report/vocabulary.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { DUPLICATE, LATIN, printed, resultOf, runbook, STORED } from './results.ts'

// A report stays small, also of a large repository or service.

const MiB = 1024 * 1024
const LONG = 'x'.repeat(4000)

function many(number: number, make: (at: number) => Item): Partial<Result> {
  return { items: Array.from({ length: number }, (_, at) => make(at)) }
}

test.each<{ name: string; run: Partial<Result>; terminalLines?: number }>([
  {
    name: '10,000 files with one name',
    run: many(10_000, (at) => runbook(`${at}`, { ...DUPLICATE, name: 'Summary' }))
  },
  {
    name: '4,000 names that two files have',
    run: many(8_000, (at) => runbook(`${at}`, { ...DUPLICATE, name: `Summary ${at % 4_000}` }))
  },
  {
    name: '4,000 files with a reason each',
    run: many(4_000, (at) => runbook(`${at}`, { ...LATIN, reason: `Reason ${at}.` }))
  },
  {
    name: 'long paths, names and answers',
    run: many(400, (at) =>
      runbook(`${at}`, {
        kind: 'send',
        state: 'failed',
        path: `docs/${at}/${LONG}.md`,
        name: `${at} ${LONG}`,
        error: new ActionError('entry-rejected', `${at} ${LONG}${LONG}.`, `Correct it. ${LONG}`)
      })
    )
  },
  { name: '6,000 delivered runbooks', run: many(6_000, (at) => runbook(`${at}`, { ...STORED, reason: LONG })) },
  {
    name: '4,000 notices and differences',
    terminalLines: 10_150,
    run: {
      items: [runbook('a', { kind: 'kept', difference: Array(50_000).fill('-x') })],
      notices: Array.from({ length: 4_000 }, (_, at) => ({
        level: 'warning',
        message: `Notice ${at}.`,
        path: `docs/${at}.md`
      }))
    }
  }
])(
  '$name',
  async ({ run, terminalLines = 150 }) => {
    await using folder = await temporaryFolder()
    const temp = join(folder.path, 'temp')
    await mkdir(temp)
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const edge = new Edge(ACTION, ['rbs_3f9cA1b2C3d4E5xyz0123456789abcdef'])
    try {
      const result = resultOf(run)
      const failure = (await publish(result, edge, { RUNNER_TEMP: temp })) ?? ''
      const log = write.mock.calls.map(([text]) => String(text)).join('')
      const size = {
        failure: failure.length,
        logLines: log.split('\n').length,
        terminalLines: printed(result, edge).split('\n').length,
        json: Buffer.byteLength(jsonOf(result, edge)),
        summary: Buffer.byteLength(summaryOf(showResult(result, edge), []))
      }
      const isSmall =
        size.failure <= 2000 &&
        size.logLines <= 300 &&
        size.terminalLines <= terminalLines &&
        size.json < 8 * MiB &&
        size.summary < MiB
      expect({ ...size, isSmall }).toEqual({ ...size, isSmall: true })
    } finally {
      write.mockRestore()
    }
  },
  60_000
)
