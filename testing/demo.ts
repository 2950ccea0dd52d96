// The main job on any machine: `npm run demo`, or `npm run demo -- --open`.
import { Ranking, type Summary } from '../service/ranking.ts'
import { Handbook, line, note } from './demo/handbook.ts'
import { leaveOpen } from './demo/open.ts'
import { readOptions } from './options.ts'
import { Project } from './project.ts'

const USAGE = `npm run demo [-- --open] [--verbose]
  syncs examples/runbooks with a service on this machine: pushes, an edit in the assistant, a new title, a conflict, an expired token,
  a deleted entry, a removed runbook, an alert that finds its runbook

  --open     leaves the service running until Ctrl-C, so that you can edit an entry and see what the next run does to your edit
  --verbose  shows logs, summaries and checks`

/** The runbook whose entry a person edits, and the one whose entry a person deletes. */
const EDITED = 'Roll back a deploy'
const EDITED_FILE = 'platform/roll-back.md'
const DELETED = 'Checkout is failing'
/** One that a person binds to an alert, and whose title changes. */
const [BOUND, RETITLED] = ['The idempotency store is full', 'The idempotency store has no room']
const BOUND_FILE = 'platform/redis-full.md'
/** A runbook whose title has no word of its alert, and the text of the alert. */
const ALERTED = 'Customers are charged twice'
const ALERTED_FILE = 'payments/duplicate-charges.md'
const RULES = 'monitoring/alerts.yml'
const ALERT = { name: 'CapturesPerCheckout', says: 'More than one capture for each checkout in the last ten minutes' }

async function main(): Promise<number> {
  const { values } = readOptions(USAGE, {
    options: { open: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } }
  })
  await using project = await Project.create({
    onSignIn: (nextUrl) => {
      line(`The sign-in link was used. The next one: ${nextUrl}`)
    }
  })
  const handbook = new Handbook(project, values.verbose)
  line('Runbook Sync: examples/runbooks in a repository, and a service on this machine\n')
  await firstPushes(handbook)
  if (values.open) await leaveOpen(handbook)
  else await restOfTheStory(handbook)
  const { checks, problems } = handbook
  if (problems > 0) {
    line(`\n${problems} of ${checks} checks failed.`)
    return 1
  }
  line(`\nAll ${checks} checks passed. Look closer:`)
  line('  npm run demo -- --verbose   logs, job summaries and checks')
  line('  npm run demo -- --open      edit an entry, and see what a run does to it')
  return 0
}

async function firstPushes(handbook: Handbook): Promise<void> {
  const job = await handbook.push('all runbooks are new', { ends: 'green 14 upserted' })
  handbook.check(job.annotations.length === 0, 'no link is broken')
  note('Each entry begins with a line that says where to edit it:')
  note(/^Source: .*/m.exec(handbook.project.entries().get(EDITED) ?? '')?.[0] ?? '')
  handbook.edit('payments/card-processor-outage.md', 'chat only from 22:00\nto 06:00.', 'chat\nat any time.')
  await handbook.push('one edited', { ends: 'green 1 upserted, 13 unchanged' })
}

async function restOfTheStory(handbook: Handbook): Promise<void> {
  await editInTheAssistant(handbook)
  await boundEntry(handbook)
  await conflict(handbook)
  await expiredToken(handbook)

  handbook.project.service.removeEntries({ name: DELETED })
  line(`\nSomebody deletes the entry “${DELETED}”.`)
  handbook.edit('payments/card-processor-outage.md', 'at any time.', 'at any hour.')
  await handbook.push('another one edited', { ends: 'green 2 upserted, 12 unchanged' })
  note('The deleted entry is there again: each run compares the whole branch with the whole knowledge base.')

  handbook.remove('platform/certificate-expiry.md')
  handbook.edit('README.md', /^\| Browsers warn .*\n/m, '')
  await handbook.push('one removed, and its link', { ends: 'green 1 upserted, 1 orphaned, 12 unchanged' })
  await alertFindsItsRunbook(handbook)
}

/** An edit stays, and comes home into its file. */
async function editInTheAssistant(handbook: Handbook): Promise<void> {
  const words = 'Ask Sam first, who knows the ledger.'
  const edited = handbook.project.edit(EDITED, (content) => content.replace('## ', `${words}\n\n## `))
  line(`\nAt night somebody writes into the entry “${EDITED}” in the assistant: “${words}”`)
  handbook.edit('payments/checkout-failing.md', 'for three minutes', 'for two minutes')
  await handbook.push('another one edited', { ends: 'green 1 kept, 1 upserted, 12 unchanged', apart: [EDITED] })
  handbook.check(handbook.project.entries().get(EDITED) === edited, 'the edit stays')
  note('The edit stays, and each run names it until it is in the file, or discarded.')
  await handbook.pull({ ends: 'green', apart: [EDITED] })
  note('The edit is in the file now, and a person commits it.')
  await handbook.push('the edit, in its file', { ends: 'green 1 upserted, 13 unchanged' })
}

/** What people have bound stays bound, and a new title keeps its entry. */
async function boundEntry(handbook: Handbook): Promise<void> {
  const { service } = handbook.project
  const { id } = service.people.bind(BOUND, 'alert', { match_patterns: ['IdempotencyStoreFull'] })
  line(`\nSomebody binds “${BOUND}” to an alert in the assistant, and a push changes its title.`)
  handbook.edit(BOUND_FILE, `title: ${BOUND}`, `title: ${RETITLED}`)
  await handbook.push('one with a new title', { ends: 'green 1 upserted, 13 unchanged' })
  const entry = service.entries().find((one) => one.id === id)
  handbook.check(entry?.name === RETITLED && entry.trigger === 'alert', 'the entry has the new title, and its binding')
  note('It is the same entry, with the new title, still bound to the alert.')
}

/** An edit of lines that the file has changed, too, is discarded. */
async function conflict(handbook: Handbook): Promise<void> {
  const edited = handbook.project.edit(EDITED, (content) => content.replace('Thirty seconds', 'Ten seconds'))
  line(`\nSomebody edits “${EDITED}” once more, and a push changes the same line of its file.`)
  handbook.edit(EDITED_FILE, 'Thirty seconds, not more:', 'A minute, not more:')
  const refusal = { ends: 'red 1 refused, 13 unchanged', apart: [EDITED] }
  await handbook.push('the runbook of the edited entry is edited', refusal)
  handbook.check(handbook.project.entries().get(EDITED) === edited, 'the edit stays')
  const { overwritten } = await handbook.replace({ ends: 'green 1 upserted, 13 unchanged' })
  const [file = ''] = overwritten.keys()
  note(`The edit was saved before it was replaced, as ${file}; the recommended workflow keeps it as an artifact.`)
}

/** A rule that names a runbook makes it the first that a search for the words of the alert finds. */
async function alertFindsItsRunbook(handbook: Handbook): Promise<void> {
  const { files, project } = handbook
  const address = `${project.github.repositoryUrl}/blob/main/docs/runbooks/${ALERTED_FILE}`
  const rule = `groups:
  - name: payments
    rules:
      - alert: ${ALERT.name}
        expr: payments:captures_per_checkout:ratio10m > 1
        annotations:
          summary: ${ALERT.says}
`
  line(
    `\nAn alert fires: “${ALERT.name}: ${ALERT.says}”. Which entry does a search by title and description find first?`
  )
  const inputs = { alerts: RULES }
  files.set(RULES, rule)
  await handbook.push('a rule that names no runbook', { ends: 'green 1 orphaned, 13 unchanged', inputs })
  handbook.check(firstFor(handbook).name !== ALERTED, 'the alert finds another entry')
  note(`“${firstFor(handbook).name}”, which has most in common with these words.`)
  files.set(RULES, `${rule}          runbook_url: ${address}\n`)
  await handbook.push('the rule names its runbook', { ends: 'green 1 upserted, 1 orphaned, 12 unchanged', inputs })
  handbook.check(firstFor(handbook).name === ALERTED, 'the alert finds its runbook')
  note(`“${firstFor(handbook).name}”, because of its description: “${firstFor(handbook).description ?? ''}”`)
}

/** The entry that the service's own search finds first. */
function firstFor({ project }: Handbook): Summary {
  using ranking = new Ranking(project.service.entries())
  const [first] = ranking.first(1, `${ALERT.name}\n${ALERT.says}`)
  if (first === undefined) throw new Error('No entry has a word of the alert.')
  return first
}

async function expiredToken(handbook: Handbook): Promise<void> {
  handbook.project.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  line('\nA month later the token has expired.')
  handbook.edit('payments/checkout-failing.md', 'for two minutes', 'for a minute')
  handbook.edit('payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
  await handbook.push('two edited', { ends: 'red', apart: [DELETED, 'The ledger does not balance'] })
  handbook.project.rotateToken()
  handbook.edit(EDITED_FILE, 'A minute, not more:', 'Two minutes, not more:')
  await handbook.push('one more; the token is rotated', { ends: 'green 3 upserted, 11 unchanged' })
}

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
// The reader may stop: `npm run demo | head`.
process.stdout.once('error', () => process.exit(1))
process.exitCode = await main()
