import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION, COMMAND_LINE, worded } from '../../src/report/vocabulary.ts'
import { input, term } from '../../src/wording.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const used = new Set(
  sources.flatMap((file) =>
    Array.from(readFileSync(join('src', file), 'utf8').matchAll(/\bterm\('(\w+)'\)/g), ([, name = '']) => name)
  )
)

test.each([
  { title: 'the Action', vocabulary: ACTION },
  { title: 'the command line', vocabulary: COMMAND_LINE }
])('$title has words for each term of a message', ({ vocabulary }) => {
  expect(used.size).toBeGreaterThan(4)
  expect([...used].filter((name) => !(name in vocabulary.terms))).toEqual([])
})

test.each([
  { message: `Set ${input('links', 'keep')}.`, action: 'Set `links: keep`.', command: 'Set `--links keep`.' },
  { message: `Raise ${input('files')}.`, action: 'Raise `files`.', command: 'Raise `--files`.' },
  { message: `Set ${input('token')}.`, action: 'Set `token`.', command: 'Set `RUNBOOK_SYNC_TOKEN`.' },
  { message: `Run ${term('job')} again.`, action: 'Run the job again.', command: 'Run the command again.' }
])('$message', ({ message, action, command }) => {
  expect([worded(message, ACTION), worded(message, COMMAND_LINE)]).toEqual([action, command])
})
