import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'

test('the README shows the message of an expired token to the letter', async () => {
  await using environment = await TestEnvironment.create()
  const commit = await environment.repository.commit({
    'docs/runbooks/checkout-failing.md': '# Checkout is failing\n\nLook at the queue.\n',
    'docs/runbooks/ledger-imbalance.md': '# The ledger does not balance\n\nStop the payouts.\n'
  })
  environment.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  const { exitCode, annotations } = await environment.push(commit)

  const [error, ...others] = annotations.filter(({ level }) => level === 'error')
  const shown = /is rejected.*?```text\n(.*?)\n```/s.exec(await readFile('README.md', 'utf8'))?.[1]
  expect(others).toEqual([])
  expect(`Error: ${error?.message ?? ''}`).toBe(shown?.replaceAll('\n', ' '))
  expect(exitCode).toBe(1)
})
