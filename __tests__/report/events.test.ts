import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { Journal } from '../../src/report/journal.ts'
import { logListener } from '../../src/report/publish.ts'
import { Sink } from '../../src/report/sink.ts'
import type { Sent } from '../../src/sync/sent.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { FAILED, sent, WAITING } from './results.ts'

// What a run says while it works.

const [ACCEPTED, REFUSED] = [WAITING, FAILED].map((state) => sent({ a: state }).all[0]) as [Sent, Sent]

function copyOf(name: string) {
  const place = { file: `/tmp/saved/docs/${name}.md`, folder: '/tmp/saved' }
  return { path: `docs/${name}.md`, name, ...place, content: '' }
}

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('the log of a job tells at once', () => {
  test('the progress every five seconds', () => {
    jest.useFakeTimers()
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Sink([])))
    journal.sending(11)
    for (let at = 0; at < 11; at++) {
      jest.advanceTimersByTime(1000)
      journal.answered(at === 7 ? REFUSED : ACCEPTED)
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      '5 of 11 runbooks sent so far\n',
      '10 of 11 runbooks sent, 1 failed so far\n'
    ])
  })

  test('the progress of each round', () => {
    jest.useFakeTimers()
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Sink([])))
    for (const total of [11, 1]) {
      journal.sending(total)
      jest.advanceTimersByTime(5000)
      journal.answered(REFUSED)
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      '1 of 11 runbooks sent, 1 failed so far\n',
      '1 of 1 runbook sent, 1 failed so far\n'
    ])
  })

  test('what it waits for', () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Sink([])))
    journal.notice({ level: 'progress', message: 'waiting 30 s, as the service asks' })
    journal.notice({ level: 'warning', message: 'An annotation later.' })
    expect(write.mock.calls.map(([line]) => line)).toEqual(['waiting 30 s, as the service asks\n'])
  })

  test('the folder of saved texts, once, and as an output', async () => {
    await using folder = await temporaryFolder()
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const before = process.env['GITHUB_OUTPUT']
    try {
      const file = join(folder.path, 'output')
      await writeFile(file, '')
      process.env['GITHUB_OUTPUT'] = file
      const journal = new Journal(logListener(new Sink([])))
      journal.saved(copyOf('a'))
      expect(await readFile(file, 'utf8')).toMatch(/^overwritten<<(.*)\n\/tmp\/saved\n\1\n$/)
      journal.saved(copyOf('b'))
      expect(write.mock.calls.map(([line]) => line)).toEqual([
        'Texts of the assistant that the run replaces are saved in /tmp/saved\n'
      ])
    } finally {
      if (before === undefined) delete process.env['GITHUB_OUTPUT']
      else process.env['GITHUB_OUTPUT'] = before
    }
  })
})
