import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACTION_FOLDER } from '../../testing/runner/action-metadata.ts'
import { pullRequestEvent, scheduleEvent } from '../../testing/github/events.ts'
import type { WorkingCopy } from '../../testing/github/repository.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'

const FOLDER = 'docs/runbooks'
const DAY = 24 * 60 * 60 * 1000

/** Each plays what leads to a run and returns the summary of that run. */
export const situations: Readonly<Record<string, () => Promise<string>>> = {
  'summary-green': () =>
    played(async (environment, clone) => {
      await edit(clone, 'payments/card-processor-outage.md', 'Northpay', 'Southpay')
      await clone.rename(`${FOLDER}/finance/sepa-réconciliation.md`, `${FOLDER}/finance/sepa-statement.md`)
      await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
      await edit(clone, 'payments/checkout-failing.md', /\]\([^)]*\.md\)/, '](no-such-runbook.md)')
      return pushed(environment, clone)
    }),

  'summary-nothing': () =>
    played(async (environment, clone) => {
      await clone.write('src/index.js', '')
      return pushed(environment, clone)
    }),

  'summary-token': () =>
    played(async (environment, clone) => {
      environment.service.clock.advance(31 * DAY)
      await edit(clone, 'payments/checkout-failing.md', 'for three minutes', 'for two minutes')
      await edit(clone, 'payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
      return pushed(environment, clone)
    }),

  'summary-red': () =>
    played(async (environment, clone) => {
      await clone.write(`${FOLDER}/search/redis-full.md`, '# The idempotency store is full\n\nDrop the query cache.\n')
      await clone.write(
        `${FOLDER}/search/reindex.md`,
        '---\ntitle: Reindex\nowner: search: team\n---\n\nRun the job again.\n'
      )
      await edit(clone, 'platform/roll-back.md', 'Thirty seconds', 'A minute')
      await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
      return pushed(environment, clone)
    }),

  'summary-plan': () =>
    played(async (environment, clone) => {
      const base = await clone.git(['rev-parse', 'HEAD'])
      await edit(clone, 'platform/roll-back.md', 'Thirty seconds', 'A minute')
      await clone.write(`${FOLDER}/search/reindex.md`, '# Reindex\n\nSee [the queue](queue.md).\n')
      await clone.write(`${FOLDER}/search/empty.md`, '---\nowner: search\n---\n')
      await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
      const head = await clone.commit('Change the runbooks')
      await clone.push({ branch: 'clarify' })
      await clone.git(['checkout', '--quiet', '--detach', base])
      await clone.git(['merge', '--quiet', '--no-ff', '-m', 'Merge the proposal', head])
      const merge = await clone.git(['rev-parse', 'HEAD'])
      await clone.push({ branch: 'merge' })
      const pull = { repository: environment.repository.name, number: 7, base, head, merge }
      const { summary } = await environment.workflow.run(pullRequestEvent(pull), { inputs: { 'base-url': '' } })
      return summary
    }),

  'summary-many': () =>
    played(async (environment, clone) => {
      for (let n = 0; n < 300; n++) {
        await clone.write(`${FOLDER}/many/host-${n}.md`, `# Host ${n} does not answer\n\nRestart it.\n`)
      }
      for (let n = 0; n < 30; n++) await clone.write(`${FOLDER}/bad/${n}.md`, `---\ntitle: [${n}\n---\n`)
      return pushed(environment, clone, { inputs: { 'token-expires-on': tomorrow() } })
    }),

  'summary-schedule': () =>
    played(async (environment, clone) => {
      await edit(clone, 'platform/roll-back.md', 'Thirty seconds', 'A minute')
      const sha = await clone.commit('Take a minute')
      await clone.push()
      const inputs = { token: environment.token, 'token-expires-on': tomorrow() }
      return (
        await environment.workflow.run(scheduleEvent({ repository: environment.repository.name, sha }), { inputs })
      ).summary
    }),

  'summary-check': () =>
    played(async (environment) => {
      const inputs = { token: environment.token, mode: 'check', 'token-expires-on': tomorrow() }
      return (await environment.push(undefined, { inputs })).summary
    })
}

/** After a first push that delivered the sample runbooks. */
async function played(play: (environment: TestEnvironment, clone: WorkingCopy) => Promise<string>): Promise<string> {
  await using environment = await TestEnvironment.create()
  const clone = await environment.repository.clone()
  await cp(join(ACTION_FOLDER, 'examples/runbooks'), join(clone.folder, FOLDER), { recursive: true })
  await pushed(environment, clone)
  return await play(environment, clone)
}

async function pushed(environment: TestEnvironment, clone: WorkingCopy, step: StepOptions = {}): Promise<string> {
  await clone.commit('Change the runbooks')
  await clone.push()
  return (await environment.push(undefined, step)).summary
}

async function edit(clone: WorkingCopy, runbook: string, from: string | RegExp, to: string): Promise<void> {
  const path = `${FOLDER}/${runbook}`
  const text = await readFile(join(clone.folder, path), 'utf8')
  const changed = text.replace(from, to)
  if (changed === text)
    throw new Error(`${runbook} does not contain ${String(from)}; change scripts/pictures/situations.ts`)
  await clone.write(path, changed)
}

function tomorrow(): string {
  return new Date(Date.now() + DAY).toISOString().slice(0, 10)
}
