import { settingsOf } from '../src/changes/settings.ts'
import { sourceLine, versionOf } from '../src/runbook/source-line.ts'
import type { Job } from '../src/job/event.ts'
import { readInputs } from '../src/job/inputs.ts'
import { deployment, type StoredDeployment } from './github/deployments.ts'
import type { TestEnvironment } from './test-environment.ts'

let records = 0

/** The record of a run that delivered `sha` with these inputs and ended well, unless `given` says otherwise. GitHub has it. */
export function recordDelivery(
  environment: Pick<TestEnvironment, 'repository' | 'github' | 'service' | 'token'>,
  sha: string,
  inputs: Readonly<Record<string, string>> = {},
  given: Partial<StoredDeployment> = {},
  run = 1
): StoredDeployment {
  const { repository, github, service, token } = environment
  const all: Readonly<Record<string, string>> = { token, 'base-url': service.url, ...inputs }
  const read = readInputs(
    (name) => all[name] ?? '',
    () => undefined
  )
  const workflow = `${repository.name}/.github/workflows/runbooks.yml`
  const job = { repository: repository.name, serverUrl: github.url, workflow } as Job
  const settings = settingsOf(read, job, `refs/heads/${repository.defaultBranch}`, 'Git')
  const id = ++records
  const payload = { v: 1, ...settings, full: false, run, attempt: 1, number: 0, key: `recorded-${id}` }
  const made = deployment({ id, sha, payload, ...given })
  github.deployments.push(made)
  return made
}

/** An entry as the Action sends it from the default branch. */
export function deliveredEntry(
  { repository, github }: Pick<TestEnvironment, 'repository' | 'github'>,
  path: string,
  name: string,
  text: string
): string {
  const base = { repository: repository.name, serverUrl: github.url, ref: repository.defaultBranch }
  return `${text.trimEnd()}\n\n${sourceLine(path, versionOf(name, path, text), base)}\n`
}
