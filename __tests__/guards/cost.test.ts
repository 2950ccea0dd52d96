import { test } from '@jest/globals'
import { mkdtemp } from 'node:fs/promises'
import { runbook, runbookPath } from '../../bench/text.ts'
import { importHistory } from '../../bench/history.ts'
import { pushEvent, dispatchEvent } from '../../src/rehearsal/events.ts'
import { startGitHubApi } from '../../src/rehearsal/github-api.ts'
import { HostedRepository } from '../../src/rehearsal/repository.ts'
import { observe, startSink } from './observe.ts'

test('x', async () => {
  const SHAPE = { bytes: 1000, links: 5 }
  const repository = await HostedRepository.create(await mkdtemp('/tmp/g-'))
  const runbooks = Array.from({ length: 20 }, (_, n) => [runbookPath(n), runbook(n, SHAPE)] as const)
  const [base, elsewhere, one] = await importHistory(repository, [runbooks, [['README.md', '# Handbook\n']], [[runbookPath(7), runbook(7, SHAPE, 1)]]])
  await using sink = await startSink()
  const inputs = { token: 'x', 'base-url': sink.url }
  const run = async (name: string, before: string | undefined, after: string, given: Record<string, string>, depth = 1, dispatch = false) => {
    await using api = await startGitHubApi({ name: repository.name, defaultBranch: 'main', head: () => Promise.resolve(after) })
    api.runs.push({ workflow: 'runbooks.yml', number: 1, event: 'push', branch: 'main', sha: before ?? '', conclusion: 'success' })
    const event = dispatch ? dispatchEvent({ repository: repository.name, ref: 'refs/heads/main', sha: after }) : pushEvent({ repository: repository.name, ref: 'refs/heads/main', before, after })
    const workspace = await repository.checkout(event, { depth })
    const { result, ...cost } = await observe({ inputs: given, event, workspace, repository: repository.name, apiUrl: api.url, runNumber: 2 }, sink)
    process.stdout.write(name + ' ' + result.exitCode + ' ' + JSON.stringify(cost) + JSON.stringify(api.requests.map((r) => r.url)) + '\n')
  }
  await run('missing', base, elsewhere!, {})
  await run('none full', base, elsewhere!, inputs, 0)
  await run('none depth1', base, elsewhere!, inputs)
  await run('one full', elsewhere, one!, inputs, 0)
  await run('one depth1', elsewhere, one!, inputs)
  await run('plan full', elsewhere, one!, {mode: 'plan'}, 0)
  await run('whole', elsewhere, one!, inputs, 1, true)
  await run('whole again', elsewhere, one!, inputs, 1, true)
  await run('check', elsewhere, one!, {...inputs, mode: 'check'}, 1)
})
