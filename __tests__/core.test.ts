import * as toolkit from '@actions/core'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as core from '../src/core.ts'
import { temporaryFolder, type TemporaryFolder } from '../testing/leftovers.ts'

/** What the runner would read as something else than it is, if it were not escaped. */
const NASTY = ['plain', '', ' \t', 'a%b', 'two\nlines\r\n', '::error::x', 'a:b,c=d', '##[warning]x', '“é” 🚒\ud800']

type Toolkit = typeof core | typeof toolkit

describe('says the same as @actions/core', () => {
  let folder: TemporaryFolder
  let written = ''
  const file = () => join(folder.path, 'output')

  beforeAll(async () => {
    folder = await temporaryFolder()
    process.env['GITHUB_OUTPUT'] = file()
  })

  afterAll(async () => {
    delete process.env['GITHUB_OUTPUT']
    await folder[Symbol.asyncDispose]()
  })

  beforeEach(async () => {
    await writeFile(file(), '')
  })

  /** What `say` writes to stdout and to the file of outputs. */
  async function saidBy(say: () => unknown): Promise<unknown> {
    written = ''
    process.exitCode = 0
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      written += String(chunk)
      return true
    })
    try {
      const answer = say()
      // The mark between name and value of an output is a new UUID each time.
      const outputs = (await readFile(file(), 'utf8')).replace(/ghadelimiter_[\w-]+/g, 'ghadelimiter')
      await writeFile(file(), '')
      return { answer, written, outputs, exitCode: process.exitCode }
    } finally {
      write.mockRestore()
      process.exitCode = 0
    }
  }

  const PLACES = [undefined, { title: 'a:b,c', file: 'x%\n.md', startLine: 3 }]
  const SAYS: Record<string, (one: Toolkit, text: string) => unknown> = {
    info: ({ info }, text) => {
      info(text)
    },
    debug: ({ debug }, text) => {
      debug(text)
    },
    setSecret: ({ setSecret }, text) => {
      setSecret(text)
    },
    setFailed: ({ setFailed }, text) => {
      setFailed(text)
    },
    setOutput: ({ setOutput }, text) => {
      setOutput('report', text)
      setOutput('upserted', text.length)
      setOutput('token-rejected', text === '')
    },
    error: ({ error }, text) => {
      for (const place of PLACES) error(text, place)
    },
    warning: ({ warning }, text) => {
      for (const place of PLACES) warning(text, place)
    },
    notice: ({ notice }, text) => {
      for (const place of PLACES) notice(text, place)
    },
    getInput: ({ getInput }, text) => {
      process.env['INPUT_BASE-URL'] = text
      const answers = [undefined, {}, { trimWhitespace: false }].map((options) => getInput('base-url', options))
      delete process.env['INPUT_BASE-URL']
      return [...answers, getInput('base-url'), getInput('base url')]
    },
    isDebug: ({ isDebug }, text) => {
      const before = process.env['RUNNER_DEBUG']
      const answers = ['1', '0', text].map((value) => {
        process.env['RUNNER_DEBUG'] = value
        return isDebug()
      })
      if (before === undefined) delete process.env['RUNNER_DEBUG']
      else process.env['RUNNER_DEBUG'] = before
      return answers
    }
  }

  test.each(Object.keys(SAYS))('%s', async (name) => {
    for (const text of NASTY) {
      const ours = await saidBy(() => SAYS[name]?.(core, text))
      expect(ours).toEqual(await saidBy(() => SAYS[name]?.(toolkit, text)))
    }
  })

  test('of everything that it offers', () => {
    expect(Object.keys(core).sort()).toEqual([...Object.keys(SAYS), 'summary'].sort())
    expect(core.summary).toBe(toolkit.summary)
  })
})
