import { expect, test } from '@jest/globals'
import { ACTION, COMMAND_LINE, worded } from '../../src/report/vocabulary.ts'
import { input, term } from '../../src/wording.ts'

test.each([
  {
    message: `Set ${input('removed', 'retire')}.`,
    action: 'Set `removed: retire`.',
    command: 'Set `--removed retire`.'
  },
  { message: `Raise ${input('files')}.`, action: 'Raise `files`.', command: 'Raise `--files`.' },
  { message: `Set ${input('token')}.`, action: 'Set `token`.', command: 'Set `RUNBOOK_SYNC_TOKEN`.' },
  {
    message: `${term('Again')} later.`,
    action: 'Start a new run (Run workflow, or push) later.',
    command: 'Run the command again later.'
  }
])('$message', ({ message, action, command }) => {
  expect(worded(message, ACTION)).toBe(action)
  expect(worded(message, COMMAND_LINE)).toBe(command)
})
