import { isDeepStrictEqual } from 'node:util'
import { Project } from '../project.ts'
import { demonstrateEdits } from './edits.ts'
import { Handbook } from './handbook.ts'
import type { Printer } from './printer.ts'

const DAY = 24 * 60 * 60 * 1000

/** The runbook whose entry a person edits. */
const EDITED = 'Roll back a deploy'
const EDITED_FILE = 'platform/roll-back.md'
/** The runbook whose entry a person deletes. */
const DELETED = 'Checkout is failing'
/** The entry of the runbook that is removed. */
const ORPHANED = 'A certificate is about to expire'

/** Plays the life of the sample runbooks. With `open` the service stays for a person who edits entries. */
export async function demonstrate(printer: Printer, open: boolean): Promise<void> {
  await using project = await Project.create({
    onSignIn: (nextUrl) => {
      printer.line(`The sign-in link was used. The next one: ${nextUrl}`)
    }
  })
  const handbook = await Handbook.create(project, printer)
  printer.line('Runbook Sync: examples/runbooks in a repository, and a service on this machine\n')
  await firstPushes(handbook, printer)
  if (open) {
    await demonstrateEdits(printer, handbook)
    return
  }
  await editInTheAssistant(handbook, printer)
  await conflict(handbook, printer)
  await expiredToken(handbook, printer)
  await deletedEntry(handbook, printer)
  await handbook.remove('platform/certificate-expiry.md')
  await handbook.edit('README.md', /^\| Browsers warn .*\n/m, '')
  const job = await handbook.push('one removed, and its link')
  await handbook.expect(job, { upserted: 1, orphaned: 1 }, { orphaned: [ORPHANED] })
}

async function firstPushes(handbook: Handbook, printer: Printer): Promise<void> {
  const job = await handbook.push('all runbooks are new')
  await handbook.expect(job, { upserted: 14 })
  printer.equal(job.annotations, [], 'warnings, such as a broken link')
  printer.note('Each entry begins with a line that says where to edit it:')
  printer.note(/^Source: .*/m.exec(handbook.entry(EDITED))?.[0] ?? '')
  await handbook.edit('payments/card-processor-outage.md', 'chat only from 22:00\nto 06:00.', 'chat\nat any time.')
  await handbook.expect(await handbook.push('one edited'), { upserted: 1 })
}

/** An edit stays, and comes home into its file. */
async function editInTheAssistant(handbook: Handbook, printer: Printer): Promise<void> {
  const note = 'Ask Sam first, who knows the ledger.'
  const edited = handbook.project.edit(EDITED, (content) => content.replace('## ', `${note}\n\n## `))
  printer.line(`\nAt night somebody writes into the entry “${EDITED}” in the assistant: “${note}”`)
  await handbook.edit('payments/checkout-failing.md', 'for three minutes', 'for two minutes')
  const kept = await handbook.push('another one edited')
  await handbook.expect(kept, { kept: 1, upserted: 1 }, { edited: EDITED })
  printer.equal([kept.outputs['edits'], handbook.entry(EDITED)], ['1', edited], 'edits, the edited entry')
  printer.note('The edit stays, and each run names it until it is in the file, or discarded.')
  printer.equal(await handbook.pull(), [`docs/runbooks/${EDITED_FILE}`], 'files with an edit')
  printer.note('The edit is in the file now, and a person commits it.')
  const pushed = await handbook.push('the edit, in its file')
  await handbook.expect(pushed, { upserted: 1 })
  printer.check(handbook.entry(EDITED).includes(note), 'the edit is in the entry')
}

/** An edit of lines that the file has changed, too, is discarded. */
async function conflict(handbook: Handbook, printer: Printer): Promise<void> {
  const edited = handbook.project.edit(EDITED, (content) => content.replace('Thirty seconds', 'Ten seconds'))
  printer.line(`\nSomebody edits “${EDITED}” once more, and a push changes the same line of its file.`)
  await handbook.edit(EDITED_FILE, 'Thirty seconds, not more:', 'A minute, not more:')
  const refused = await handbook.push('the runbook of the edited entry is edited')
  await handbook.expect(refused, { refused: 1 }, { edited: EDITED })
  printer.equal([refused.outputs['failed'], handbook.entry(EDITED)], ['1', edited], 'failed, the edited entry')
  const hints = refused.annotations.map(({ message }) => message).join('\n')
  printer.check(hints.includes('`on-conflict: replace`'), 'the run says how to discard the edit')
  const replaced = await handbook.runByHand('with `on-conflict: replace`', { 'on-conflict': 'replace' })
  await handbook.expect(replaced, { upserted: 1 })
  const [[file, saved] = ['', '']] = replaced.overwritten
  printer.equal(saved.slice(saved.indexOf('\n') + 1), edited, 'the saved text')
  printer.note(
    `The edit was saved before it was replaced, as ${file}; the recommended workflow keeps it as an artifact.`
  )
}

async function expiredToken(handbook: Handbook, printer: Printer): Promise<void> {
  const { project } = handbook
  project.service.clock.advance(31 * DAY)
  printer.line('\nA month later the token has expired.')
  await handbook.edit('payments/checkout-failing.md', 'for two minutes', 'for a minute')
  await handbook.edit('payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
  const before = project.entries()
  const { exitCode, outputs, annotations } = await handbook.push('two edited')
  printer.equal([exitCode, outputs['token-rejected']], [1, 'true'], 'exit code, token-rejected')
  const errors = annotations.map(({ message }) => message).join('\n')
  printer.check(errors.includes('Settings → Access Tokens'), 'the error says where to rotate the token')
  printer.check(isDeepStrictEqual(project.entries(), before), 'the knowledge base is as before')
  project.rotateToken()
  await handbook.edit(EDITED_FILE, 'A minute, not more:', 'Two minutes, not more:')
  await handbook.expect(await handbook.push('one more; the token is rotated'), { upserted: 3 })
}

async function deletedEntry(handbook: Handbook, printer: Printer): Promise<void> {
  handbook.project.service.removeEntries({ name: DELETED })
  printer.line(`\nSomebody deletes the entry “${DELETED}”.`)
  await handbook.edit('payments/card-processor-outage.md', 'at any time.', 'at any hour.')
  await handbook.expect(await handbook.push('another one edited'), { upserted: 2 })
  printer.note('The deleted entry is there again: each run compares the whole branch with the whole knowledge base.')
}
