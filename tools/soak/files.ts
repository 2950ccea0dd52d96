// The files of random commits: a few runbooks.
import { newLists, reworked, stepsIn } from './lists.ts'
import type { Random } from './random.ts'

const FOLDER = 'docs/runbooks/'
/** What one step of the workflow syncs, and what another one is restricted to. */
export const [ALL_RUNBOOKS, OTHER_STEP] = [`${FOLDER}**/*.md`, `${FOLDER}platform/**/*.md`]
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const [FEWEST, MOST] = [5, 8]

const TITLES = ['Disk full', 'Zoe\u0301', 'Straße', 'R_and_D *beta*']
const BODIES = [
  'NEW.\n\nThe end.\n',
  `NEW, with [a link](other.md), another <b>end</b> & "more" for <host>.\n\tTab.\n`,
  '\r\nNEW: Cafe\u0301.  \r\n\r\n\r\n\r\nEnd.\t\n\n',
  'NEW.\n\nLISTS\n',
  'NEW.\n\nLISTS\n\nThe end.\n'
]

const FORMATTED = '\nFormatted.\n'

/** Texts by path. */
export type Files = ReadonlyMap<string, string>

/** One to three changes. @param former files of some other commit. */
export function change(random: Random, before: Files, former: Files): Files {
  const files = new Map(before)
  while (files.size < FEWEST) add(random, files)
  for (let count = random.integer(1, 3); count > 0; count--) changeOne(random, files, former)
  return files
}

function changeOne(random: Random, files: Map<string, string>, former: Files): void {
  const runbooks = [...files]
  // What no run can deliver is repaired soon: until then every run by hand is red.
  const titles = Map.groupBy(runbooks, ([, text]) => titleIn(text))
  const broken = runbooks.find(([, text]) => text.includes('\0') || titles.get(titleIn(text))?.length !== 1)
  if (broken !== undefined && random.chance(0.6)) {
    files.set(broken[0], runbook(random, newTitle(random, files)))
    return
  }
  const [path, text] = random.pick(random.chance(0.5) ? runbooks : runbooks.slice(0, 1))
  const [otherPath, other] = random.pick(runbooks)
  const [title, older = '', steps] = [titleIn(text), former.get(path), stepsIn(text)]
  random.weighted<() => unknown>([
    [7, () => files.set(path, runbook(random, title))],
    [2, () => files.size < MOST && add(random, files)],
    [2, () => files.delete(path)],
    [1, () => files.delete(path) && files.set(newPath(random), text)],
    [2, () => files.set(path, runbook(random, newTitle(random, files)))],
    [1, () => files.set(path, formatted(text))],
    [2, () => steps.length > 0 && files.set(path, reworked(random, text, random.pick(steps)))],
    // Each takes the name of the other: an entry then holds the text of another file.
    [1, () => files.set(path, runbook(random, titleIn(other))).set(otherPath, runbook(random, title))],
    // Two runbooks have one name.
    [0.5, () => files.set(newPath(random), runbook(random, title))],
    [3, () => titleIn(older) === title && files.set(path, older)],
    [0.3, () => files.set(path, `# ${title}\n\n\0\n`)]
  ])()
}

function add(random: Random, files: Map<string, string>): unknown {
  return files.set(newPath(random), runbook(random, newTitle(random, files)))
}

function runbook(random: Random, title: string): string {
  const body = random
    .pick(BODIES)
    .replace('NEW', `Revision ${random.fresh()}`)
    .replace('LISTS', () => newLists(random))
  const draft = random.chance(0.05) ? 'draft: true\n' : ''
  return random.chance(0.5) ? `# ${title}\n\n${body}` : `---\ntitle: ${title}\n${draft}---\n\n${body}`
}

/** With another form of its lists; without one, with another line at its end, or without it. */
export function formatted(text: string): string {
  if (/^(?:-|\d+\.) /m.test(text)) return text.replace(/^- (.*\n)/gm, '* $1\n').replace(/^(\d+)\. (.*\n)/gm, '$1) $2\n')
  if (/^(?:\*|\d+\)) /m.test(text))
    return text.replace(/^\* (.*\n)\n?/gm, '- $1').replace(/^(\d+)\) (.*\n)\n?/gm, '$1. $2')
  return text.endsWith(FORMATTED) ? text.slice(0, -FORMATTED.length) : text + FORMATTED
}

function newPath(random: Random): string {
  return `${FOLDER}${random.pick(['', 'platform/'])}runbook ${random.fresh()}.md`
}

function newTitle(random: Random, files: Files): string {
  const title = random.pick(TITLES)
  const isTaken = files.values().some((text) => titleIn(text) === title)
  return isTaken || random.chance(0.6) ? `Runbook ${random.fresh()}` : title
}

function titleIn(text: string): string {
  return /^(?:---\ntitle: |# )(.+)$/m.exec(text)?.[1] ?? ''
}

/** The name of the entry. */
export function nameIn(text: string): string {
  const title = titleIn(text)
  return text.startsWith('---') ? title : title.replace('*beta*', 'beta')
}
