import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { Edge } from '../../src/report/edge.ts'
import { logListener } from '../../src/report/job-log.ts'
import { Journal } from '../../src/report/journal.ts'
import { Progress } from '../../src/report/progress.ts'
import type { Decision } from '../../src/report/result.ts'
import { ACTION, COMMAND_LINE } from '../../src/report/vocabulary.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { REJECTED } from './results.ts'

// What a run says while it works.

const [first, ...others] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map(decisionOf) as [
  Decision,
  ...Decision[]
]
const sends = [first, ...others]

function decisionOf(name: string): Decision {
  return { about: 'runbook', path: `docs/${name}.md`, name, kind: 'send', reason: '' }
}

function decide(journal: Journal, decisions: readonly Decision[]): void {
  journal.decided({ head: '', selected: decisions.length, inventory: undefined, decisions })
}

function copyOf(name: string): { kind: 'saved'; path: string; name: string; file: string; folder: string } {
  return { kind: 'saved', path: `docs/${name}.md`, name, file: `/tmp/saved/docs/${name}.md`, folder: '/tmp/saved' }
}

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('the log of a job tells at once', () => {
  test('the progress every five seconds', () => {
    jest.useFakeTimers()
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Edge(ACTION, [])))
    decide(journal, sends)
    for (const [at, decision] of sends.entries()) {
      jest.advanceTimersByTime(1000)
      journal.outcome({ kind: 'accepted', decision, attempts: 1 })
      if (at === 7) journal.outcome({ kind: 'failed', decision, error: REJECTED })
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      '5 of 11 runbooks sent so far\n',
      '10 of 11 runbooks sent, 1 failed so far\n'
    ])
  })

  test('the progress of each round', () => {
    jest.useFakeTimers()
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Edge(ACTION, [])))
    for (const decisions of [sends, [first]]) {
      decide(journal, decisions)
      jest.advanceTimersByTime(5000)
      journal.outcome({ kind: 'failed', decision: first, error: REJECTED })
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      '1 of 11 runbooks sent, 1 failed so far\n',
      '1 of 1 runbook sent, 1 failed so far\n'
    ])
  })

  test('what it waits for', () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    const journal = new Journal(logListener(new Edge(ACTION, [])))
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
      const journal = new Journal(logListener(new Edge(ACTION, [])))
      journal.outcome(copyOf('a'))
      expect(await readFile(file, 'utf8')).toMatch(/^overwritten<<(.*)\n\/tmp\/saved\n\1\n$/)
      journal.outcome(copyOf('b'))
      expect(write.mock.calls.map(([line]) => line)).toEqual([
        'Texts of the assistant that the run replaces are saved in /tmp/saved\n'
      ])
    } finally {
      if (before === undefined) delete process.env['GITHUB_OUTPUT']
      else process.env['GITHUB_OUTPUT'] = before
    }
  })
})

describe('standard error tells what a command waits for', () => {
  const CLEAR = '\r\u001b[2K'
  const bar = (full: number, text: string) => `${'█'.repeat(full)}${'░'.repeat(20 - full)} ${text}`
  const lines = ['reading the list: 300 entries', bar(0, '0 of 2 runbooks sent'), bar(10, '1 of 2 runbooks sent')]
  const saved = 'Texts of the assistant that are replaced are saved in /tmp/saved'

  test.each([
    {
      name: 'on a terminal at once, on one line',
      isTTY: true,
      interval: 100,
      expected: [...lines.map((line) => CLEAR + line), CLEAR, `${saved}\n`, CLEAR, lines[2] ?? '', CLEAR].join('')
    },
    {
      name: 'elsewhere every ten seconds',
      isTTY: false,
      interval: 10_000,
      expected: [...lines, saved, lines[2], ''].join('\n')
    }
  ])('$name', ({ isTTY, interval, expected }) => {
    jest.useFakeTimers()
    const stderr = Object.assign(new PassThrough({ highWaterMark: 2 ** 30 }), { isTTY, columns: 80 })
    jest.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never)
    {
      using progress = new Progress(new Edge(COMMAND_LINE, []))
      const journal = new Journal(progress.tell)
      journal.notice({ level: 'progress', message: 'reading the list: 300 entries' })
      jest.advanceTimersByTime(interval)
      decide(journal, sends.slice(0, 2))
      jest.advanceTimersByTime(interval)
      journal.outcome({ kind: 'accepted', decision: first, attempts: 1 })
      jest.advanceTimersByTime(interval)
      journal.outcome(copyOf('a'))
      journal.outcome(copyOf('b'))
      jest.advanceTimersByTime(interval)
    }
    expect(String(stderr.read())).toBe(expected)
  })
})
