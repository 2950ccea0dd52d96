import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { inputsByHand } from '../../src/branch/workflows.ts'
import { writeFiles } from '../support/write-files.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const INPUTS = 'on:\n  push:\n  workflow_dispatch:\n    inputs:\n      on-conflict: { type: choice }\n      reason:\n'

test.each<{ name: string; text: string | undefined; inputs: readonly string[] | undefined }>([
  { name: 'an event', text: 'on: workflow_dispatch\n', inputs: [] },
  { name: 'one of several', text: 'on: [push, workflow_dispatch]\n', inputs: [] },
  { name: 'without inputs', text: 'on:\n  workflow_dispatch:\n', inputs: [] },
  { name: 'with inputs', text: INPUTS, inputs: ['on-conflict', 'reason'] },
  { name: 'pushes alone', text: 'on: push\n', inputs: undefined },
  { name: 'another event of a similar name', text: 'on: [workflow_dispatch_x]\n', inputs: undefined },
  { name: 'no YAML', text: 'on: [', inputs: undefined },
  { name: 'a file that is too large', text: `${INPUTS}# ${'x'.repeat(20_000)}\n`, inputs: undefined },
  { name: 'no such file', text: undefined, inputs: undefined }
])('who starts a workflow by hand can give: $name', async ({ text, inputs }) => {
  await using folder = await temporaryFolder()
  if (text !== undefined) await writeFiles(folder.path, { '.github/workflows/a.yml': text })
  expect(await inputsByHand(folder.path, 'a.yml')).toEqual(inputs)
})

test('a symbolic link is not followed', async () => {
  await using folder = await temporaryFolder()
  await writeFiles(folder.path, { 'other.yml': INPUTS, '.github/workflows/b.yml': INPUTS })
  await symlink(join(folder.path, 'other.yml'), join(folder.path, '.github/workflows/a.yml'))
  expect(await inputsByHand(folder.path, 'a.yml')).toBeUndefined()
})
