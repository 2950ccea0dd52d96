import { isDeepStrictEqual } from 'node:util'
import { sourceLineOf } from '../expected-entries.ts'
import { Project } from '../project.ts'
import type { JobResult } from '../runner/runner.ts'
import { demonstrateEdits } from './edits.ts'
import { Handbook, type FileEdit } from './handbook.ts'
import type { Printer } from './printer.ts'

const DAY = 24 * 60 * 60 * 1000

/** The runbook whose entry a person edits, and what the person adds. */
const EDITED = 'Roll back a deploy'
const NOTE = 'Ask Sam first, who knows the ledger.'
/** The runbook whose entry a person deletes. */
const DELETED = 'Checkout is failing'
/** The entry of the runbook that is removed. */
const ORPHANED = 'A certificate is about to expire'

/** Edits of the files, in the order in which they are pushed. */
const EDITS = {
  outage: {
    file: 'payments/card-processor-outage.md',
    from: 'chat only from 22:00\nto 06:00.',
    to: 'chat\nat any time.'
  },
  checkout: { file: 'payments/checkout-failing.md', from: 'for three minutes', to: 'for two minutes' },
  rollBack: { file: 'platform/roll-back.md', from: 'Thirty seconds, not more:', to: 'A minute, not more:' },
  checkoutAgain: { file: 'payments/checkout-failing.md', from: 'for two minutes', to: 'for a minute' },
  ledger: { file: 'payments/ledger-imbalance.md', from: 'over 10,000 €', to: 'over 5,000 €' },
  rollBackAgain: { file: 'platform/roll-back.md', from: 'A minute, not more:', to: 'Two minutes, not more:' },
  outageAgain: { file: 'payments/card-processor-outage.md', from: 'at any time.', to: 'at any hour.' },
  readme: { file: 'README.md', from: /^\| Browsers warn .*\n/m, to: '' }
} as const satisfies Readonly<Record<string, FileEdit>>

/** Plays the life of the sample runbooks. With `open` the service stays for a person who edits entries. */
export async function demonstrateSamples(printer: Printer, open: boolean): Promise<void> {
  await using project = await Project.create({
    onSignIn: (nextUrl) => {
      printer.line(`The sign-in link was used. The next one: ${nextUrl}`)
    }
  })
  const handbook = await Handbook.create(project, printer)
  printer.line('Runbook Sync: examples/runbooks in a repository, and a service on this machine\n')
  await firstSync(handbook, printer)
  await pushOfOne(handbook)
  if (open) {
    await demonstrateEdits(printer, handbook)
    return
  }
  const edited = await editInTheAssistant(handbook, printer)
  await conflict(handbook, printer, edited)
  await replacement(handbook, printer, edited)
  await expiredToken(handbook, printer)
  await rotatedToken(handbook)
  await deletedEntry(handbook, printer)
  await removedRunbook(handbook)
}

async function firstSync(handbook: Handbook, printer: Printer): Promise<void> {
  const job = await handbook.push('all runbooks are new')
  await handbook.expect(job, { upserted: 14 })
  printer.equal(job.annotations, [], 'warnings, such as a broken link')
  printer.note('Each entry begins with a line that says where to edit it:')
  printer.note(sourceLineOf(handbook.entry(EDITED)))
}

async function pushOfOne(handbook: Handbook): Promise<void> {
  await handbook.edit(EDITS.outage)
  await handbook.expect(await handbook.push('one edited'), { upserted: 1 })
}

/** @returns the entry as the person left it. */
async function editInTheAssistant(handbook: Handbook, printer: Printer): Promise<string> {
  const edited = handbook.project.edit(EDITED, (content) => content.replace('## ', `${NOTE}\n\n## `))
  printer.line(`\nAt night somebody writes into the entry “${EDITED}” in the assistant: “${NOTE}”`)
  await handbook.edit(EDITS.checkout)
  const job = await handbook.push('another one edited')
  await handbook.expect(job, { kept: 1, upserted: 1 }, { edited: [EDITED] })
  printer.equal([job.outputs['edits'], handbook.entry(EDITED)], ['1', edited], 'edits, the edited entry')
  printer.note('The edit stays, and each run names it until it is in the file, or discarded.')
  return edited
}

async function conflict(handbook: Handbook, printer: Printer, edited: string): Promise<void> {
  await handbook.edit(EDITS.rollBack)
  const job = await handbook.push('the runbook of the edited entry is edited')
  await handbook.expect(job, { refused: 1 }, { edited: [EDITED] })
  printer.equal([job.outputs['failed'], handbook.entry(EDITED)], ['1', edited], 'failed, the edited entry')
  const hints = job.annotations.map(({ message }) => message).join('\n')
  printer.check(hints.includes('`on-conflict: replace`'), 'the run says how to discard the edit')
}

async function replacement(handbook: Handbook, printer: Printer, edited: string): Promise<void> {
  const job = await handbook.runByHand('with `on-conflict: replace`', { 'on-conflict': 'replace' })
  await handbook.expect(job, { upserted: 1 })
  const [[file, saved] = ['', '']] = job.overwritten
  printer.equal(saved.slice(saved.indexOf('\n') + 1), edited, 'the saved text')
  printer.note(
    `The edit was saved before it was replaced, as ${file}; the recommended workflow keeps it as an artifact.`
  )
}

async function expiredToken(handbook: Handbook, printer: Printer): Promise<void> {
  const { project } = handbook
  project.service.clock.advance(31 * DAY)
  printer.line('\nA month later the token has expired.')
  await handbook.edit(EDITS.checkoutAgain, EDITS.ledger)
  const before = project.entries()
  const job = await handbook.push('two edited')
  printer.equal([job.exitCode, job.outputs['token-rejected']], [1, 'true'], 'exit code, token-rejected')
  printer.check(errorOf(job).includes('Settings → Access Tokens'), 'the error says where to rotate the token')
  printer.check(isDeepStrictEqual(project.entries(), before), 'the knowledge base is as before')
}

async function rotatedToken(handbook: Handbook): Promise<void> {
  handbook.project.rotateToken()
  await handbook.edit(EDITS.rollBackAgain)
  await handbook.expect(await handbook.push('one more; the token is rotated'), { upserted: 3 })
}

async function deletedEntry(handbook: Handbook, printer: Printer): Promise<void> {
  handbook.project.delete(DELETED)
  printer.line(`\nSomebody deletes the entry “${DELETED}”.`)
  await handbook.edit(EDITS.outageAgain)
  await handbook.expect(await handbook.push('another one edited'), { upserted: 2 })
  printer.note('The deleted entry is there again: each run compares the whole branch with the whole knowledge base.')
}

async function removedRunbook(handbook: Handbook): Promise<void> {
  await handbook.remove('platform/certificate-expiry.md')
  await handbook.edit(EDITS.readme)
  const job = await handbook.push('one removed, and its link')
  await handbook.expect(job, { upserted: 1, orphaned: 1 }, { orphaned: [ORPHANED] })
}

function errorOf({ annotations }: JobResult): string {
  return annotations.find(({ level, file }) => level === 'error' && file === undefined)?.message ?? ''
}
