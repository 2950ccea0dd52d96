import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACTION_FOLDER } from './action-metadata.ts'
import { saysTheSame, titleOf } from './comparison.ts'
import { filesOf } from './git.ts'
import type { Narrator } from './narrator.ts'
import type { WorkingCopy } from './repository.ts'
import type { JobResult } from './runner.ts'
import { Stage } from './stage.ts'

const SAMPLES = join(ACTION_FOLDER, 'examples/runbooks')
/** Where the Action looks by default. */
const FOLDER = 'docs/runbooks'
const DAY = 24 * 60 * 60 * 1000

/** The sample runbooks, pushed four times. */
export async function playSamples(narrator: Narrator): Promise<void> {
  await using stage = await Stage.open()
  const clone = await stage.repository.clone()
  const tokens: string[] = []
  const push = async (message: string) => {
    const commit = await clone.commit(message)
    await clone.push()
    tokens.push(stage.token)
    const job = await stage.push()
    narrator.job(job)
    narrator.check(!tokens.some((token) => (job.log + job.summary).includes(token)), 'no token is shown')
    return { commit, job }
  }

  narrator.scene(
    'Runbook Sync, rehearsed',
    `The service   ${stage.service.url}, with a token that is good for 30 days`,
    `GitHub's API  ${stage.api.url}, a stand-in`,
    `Repository    ${stage.repository.name}, with the runbooks of examples/runbooks in ${FOLDER}`
  )

  narrator.scene('Push 1: all runbooks are new')
  await cp(SAMPLES, join(clone.folder, FOLDER), { recursive: true })
  const first = await push('Write down how we work at night')
  const count = (await runbooksAt(stage, first.commit)).size
  succeeded(narrator, first.job, { upserted: count, removed: 0 })
  narrator.check(first.job.outputs['base'] === '', 'compared with nothing')
  await holds(narrator, stage, first.commit, [])

  narrator.scene('Push 2: one is edited, one renamed, one removed', 'The index follows.')
  await edit(clone, 'payments/card-processor-outage.md', [
    'Northpay: chat only from 22:00\nto 06:00.',
    'Northpay: the\n24-hour line in the vault under `northpay/support`.'
  ])
  await clone.rename(`${FOLDER}/finance/sepa-réconciliation.md`, `${FOLDER}/finance/sepa-statement.md`)
  await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
  await edit(
    clone,
    'README.md',
    ['finance/sepa-r%C3%A9conciliation.md', 'finance/sepa-statement.md'],
    [/^\| Browsers warn .*\n/m, '']
  )
  const second = await push('Certificates are managed for us now')
  succeeded(narrator, second.job, { upserted: 3, removed: 1 })
  narrator.check(second.job.outputs['base'] === first.commit, 'compared with push 1')
  const leftBehind = ['A certificate is about to expire']
  await holds(narrator, stage, second.commit, leftBehind)

  narrator.scene(
    'Push 3: the token has expired',
    '31 days later. Two runbooks are edited, and nobody has rotated the token.'
  )
  stage.service.clock.advance(31 * DAY)
  await edit(clone, 'payments/checkout-failing.md', ['for three minutes', 'for two minutes'])
  await edit(clone, 'payments/ledger-imbalance.md', ['over 10,000 €', 'over 5,000 €'])
  const asked = stage.service.requests().length
  const third = await push('Page earlier')
  failedByToken(narrator, stage, third.job, asked, 2)
  await holds(narrator, stage, second.commit, leftBehind)

  narrator.scene(
    'Push 4: after the rotation',
    'The token was rotated in Settings → Access Tokens and the secret updated. One more runbook is edited.'
  )
  stage.rotateToken()
  await edit(clone, 'platform/roll-back.md', ['Thirty seconds, not more:', 'A minute, not more:'])
  const fourth = await push('Take a minute before a rollback')
  succeeded(narrator, fourth.job, { upserted: 3, removed: 0 })
  narrator.check(fourth.job.outputs['base'] === second.commit, 'compared with push 2, the last one that succeeded')
  await holds(narrator, stage, fourth.commit, leftBehind)

  narrator.scene('What the service holds')
  await showEntries(narrator, stage, fourth.commit)
}

/** Replaces text in a runbook of the clone; a text that is not there is a mistake of the story. */
async function edit(
  clone: WorkingCopy,
  runbook: string,
  ...replacements: readonly (readonly [string | RegExp, string])[]
): Promise<void> {
  const path = `${FOLDER}/${runbook}`
  let text = await readFile(join(clone.folder, path), 'utf8')
  for (const [from, to] of replacements) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`${runbook} does not say ${String(from)} any more; mend the demo`)
    text = changed
  }
  await clone.write(path, text)
}

async function runbooksAt(stage: Stage, commit: string): Promise<Map<string, string>> {
  const files = await filesOf(stage.repository.folder, commit)
  const runbooks = [...files].filter(([path]) => path.startsWith(`${FOLDER}/`) && path.endsWith('.md'))
  return new Map(runbooks.map(([path, bytes]) => [path, bytes.toString('utf8')]))
}

function succeeded(narrator: Narrator, job: JobResult, counts: Readonly<Record<string, number>>): void {
  narrator.equal(job.exitCode, 0, 'exit code')
  narrator.counts(job.outputs, { ...counts, refused: 0, failed: 0, pending: 0 })
}

function failedByToken(narrator: Narrator, stage: Stage, job: JobResult, asked: number, runbooks: number): void {
  narrator.equal(job.exitCode, 1, 'exit code')
  narrator.equal(job.outputs['token-rejected'], 'true', 'token-rejected')
  narrator.counts(job.outputs, { upserted: 0, refused: 0, failed: 0, pending: runbooks })
  const error = job.annotations.find(({ level }) => level === 'error')?.message ?? ''
  narrator.check(error.includes('Settings → Access Tokens'), 'the error says where to rotate the token')
  narrator.check(error.includes(`${runbooks} runbooks were not delivered`), 'and what was not delivered')
  const requests = stage.service.requests().slice(asked)
  const refused = requests.filter(({ status }) => status === 401).length
  narrator.check(
    refused >= 1 && refused === requests.length && refused <= runbooks,
    `the first 401 stopped the run: ${refused} of ${requests.length} requests were answered 401`
  )
}

/** The entries are those of the tree, by name and by text, and besides them those that cannot be deleted. */
async function holds(narrator: Narrator, stage: Stage, commit: string, leftBehind: readonly string[]): Promise<void> {
  const held = stage.held()
  const runbooks = await runbooksAt(stage, commit)
  const expected = [...runbooks.values()].map((text) => titleOf(text) ?? '').concat(leftBehind)
  const missing = expected.filter((name) => !held.has(name))
  const foreign = [...held.keys()].filter((name) => !expected.includes(name))
  const different = [...runbooks].filter(([, text]) => !saysTheSame(held.get(titleOf(text) ?? '') ?? '', text))
  const behind = leftBehind.length === 0 ? '' : `, and ${leftBehind.length} left behind`
  const good = `the service holds the ${runbooks.size} runbooks of the branch${behind}`
  const wrong = [
    ...missing.map((name) => `“${name}” is missing`),
    ...foreign.map((name) => `“${name}” should not be there`),
    ...different.map(([path]) => `${path} reads differently`)
  ]
  narrator.check(wrong.length === 0, wrong.length === 0 ? good : wrong.join('; '))
}

async function showEntries(narrator: Narrator, stage: Stage, commit: string): Promise<void> {
  const paths = new Map([...(await runbooksAt(stage, commit))].map(([path, text]) => [titleOf(text), path]))
  const rows = [...stage.held()]
    .sort()
    .map(([name, content]) => [
      name,
      Buffer.byteLength(content).toLocaleString('en'),
      paths.get(name) ?? '(left behind)'
    ])
  narrator.table('entries', [['name', 'bytes', 'runbook'], ...rows], [false, true])
}
