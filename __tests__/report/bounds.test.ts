import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { publish } from '../../src/report/publish.ts'
import { Sink } from '../../src/report/sink.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { jsonOf } from '../../src/report/terminal.ts'
import type { Decision } from '../../src/sync/decide.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { current, kept, leftOut, printed, reported, runbook, send, shared, SHOWN, type Given } from './results.ts'

// A report stays small, also of a large repository or service.

const MiB = 1024 * 1024
const LONG = 'x'.repeat(4000)

function many(number: number, make: (at: number) => Decision): Given {
  return { decisions: Array.from({ length: number }, (_, at) => make(at)) }
}

const folders = Array.from({ length: 10_000 }, (_, at) => `docs/${at}`)

test.each<{ name: string; run: Given; terminalLines?: number }>([
  { name: '10,000 files with one name', run: { decisions: shared('Summary', folders) } },
  {
    name: '4,000 names that two files have',
    run: { decisions: folders.slice(0, 4000).flatMap((folder, at) => shared(`Summary ${at}`, [folder, `${folder}/b`])) }
  },
  { name: '4,000 files with a reason each', run: many(4_000, (at) => leftOut(`${at}`, { reason: `Reason ${at}.` })) },
  {
    name: 'long paths, names and answers',
    run: {
      decisions: folders.slice(0, 400).map((folder, at) => {
        const error = new ActionError('entry-rejected', `${at} ${LONG}${LONG}.`, `Correct it. ${LONG}`)
        return leftOut('', {
          path: `${folder}/${LONG}.md`,
          name: `${at} ${LONG}`,
          reason: error.message,
          hint: error.hint
        })
      })
    }
  },
  {
    name: '6,000 delivered runbooks',
    run: {
      ...many(6_000, (at) => current(`${at}`)),
      states: Object.fromEntries(folders.slice(0, 6000).map((_, at) => [`${at}`, SHOWN]))
    }
  },
  { name: '3,000 orphans of a plan', run: { mode: 'plan', ...many(3_000, (at) => send(`${at}`)) } },
  {
    name: '4,000 notices and a long difference',
    terminalLines: 10_150,
    run: {
      decisions: [kept('a')],
      differences: new Map([[runbook('a').path, Array<string>(50_000).fill('-x')]]),
      notices: folders.slice(0, 4000).map((path, at) => ({ level: 'warning', message: `Notice ${at}.`, path }))
    }
  },
  {
    name: 'a large text that was replaced',
    run: {
      saved: [{ path: 'a', name: 'a', file: '/tmp/a', folder: '/tmp', content: `${'y'.repeat(100)}\n`.repeat(20_000) }]
    }
  }
])(
  '$name',
  async ({ run, terminalLines = 150 }) => {
    await using folder = await temporaryFolder()
    const temp = join(folder.path, 'temp')
    await mkdir(temp)
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const sink = new Sink(['rbs_3f9cA1b2C3d4E5xyz0123456789abcdef'])
    try {
      const report = reported(run)
      const failure = (await publish(report, sink, { RUNNER_TEMP: temp })) ?? ''
      const log = write.mock.calls.map(([text]) => String(text)).join('')
      const size = {
        failure: failure.length,
        logLines: log.split('\n').length,
        terminalLines: printed(run, sink).split('\n').length,
        json: Buffer.byteLength(jsonOf(report, sink)),
        summary: Buffer.byteLength(summaryOf(report, sink))
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
