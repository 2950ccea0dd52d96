import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { pushEvent } from '../../testing/events.ts'
import { startGitHubApi } from '../../testing/github-api.ts'
import { temporaryFolder } from '../../testing/leftovers.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { Workflow } from '../../testing/workflow.ts'
import { startService } from '../../service/service.ts'

test('the README shows what an expired token looks like, to the letter', async () => {
  await using folder = await temporaryFolder()
  await using service = await startService()
  const repository = await HostedRepository.create(folder.path)
  await using api = await startGitHubApi(repository)
  const clone = await repository.clone()
  await clone.write('docs/runbooks/checkout-failing.md', '# Checkout is failing\n\nLook at the queue.\n')
  await clone.write('docs/runbooks/ledger-imbalance.md', '# The ledger does not balance\n\nStop the payouts.\n')
  const after = await clone.commit('Write runbooks')
  await clone.push()
  const { value: token } = service.tokens.create({ name: 'runbooks', expiration: '30 days' })
  service.clock.advance(31 * 24 * 60 * 60 * 1000)

  const workflow = new Workflow(repository, api, { inputs: { token, 'base-url': service.url } })
  const { exitCode, annotations } = await workflow.run(
    pushEvent({ repository: repository.name, defaultBranch: 'main', ref: 'refs/heads/main', after })
  )

  const [error, ...others] = annotations.filter(({ level }) => level === 'error')
  const shown = /is rejected.*?```text\n(.*?)\n```/s.exec(await readFile('README.md', 'utf8'))?.[1]
  expect(others).toEqual([])
  expect(`Error: ${error?.message ?? ''}`).toBe(shown?.replaceAll('\n', ' '))
  expect(exitCode).toBe(1)
})
