// How often the words of an alert find its runbook: `npm run find -- ../handbook`.
import { resolve } from 'node:path'
import { isMap, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml'
import { Ranking, type Summary } from '../service/ranking.ts'
import type { JudgedAlert } from '../src/alerts/alerts.ts'
import { BranchAlerts } from '../src/alerts/of-branch.ts'
import type { Source } from '../src/branch/source.ts'
import { readCommand } from '../src/cli/command-line.ts'
import { openSession } from '../src/cli/session.ts'
import { ActionError, messageOf } from '../src/errors.ts'
import { Journal } from '../src/report/journal.ts'
import { Run } from '../src/run.ts'
import { withoutTemplates } from '../src/runbook/templates.ts'
import { decode, MAX_BYTES } from '../src/runbook/text.ts'
import type { Branch, Runbooks } from '../src/sync/read/runbooks.ts'
import { readOptions } from '../testing/options.ts'

const USAGE = `npm run find -- [--files PATTERN]… [--alerts PATTERN]… [--repository URL] FOLDER

  for a Git repository with runbooks, and alerting rules that name them: in how many of a hundred alerts the right runbook is the first
  that a search for the words of the alert finds, and in how many it is among the first five

  --files       which files are runbooks; **/*.md without it
  --alerts      which files have alerting rules; ** without it
  --repository  where the files are for a browser; by default what the clone's remote says`

/** What an assistant may have of a runbook. */
interface Entry {
  readonly path: string
  readonly title: string
  readonly description: string
  /** With its source line. */
  readonly text: string
}

/** An alert that belongs to a runbook. */
interface Question {
  /** Name, summary, description and message. */
  readonly words: string
  /** Of its runbook. */
  readonly path: string
}

/** The annotations that people read. */
const ANNOTATIONS = ['summary', 'description', 'message']

/** What a search may look at. */
const FORMS: Readonly<Record<string, (entry: Entry) => Summary>> = {
  title: ({ title }) => ({ name: title, description: null }),
  'title and description': ({ title, description }) => ({ name: title, description }),
  'title and text': ({ title, text }) => ({ name: title, description: text })
}

async function main(): Promise<void> {
  const several = { type: 'string', multiple: true } as const
  const { values, positionals } = readOptions(USAGE, {
    options: { files: several, alerts: several, repository: { type: 'string' } },
    allowPositionals: true
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  await using resources = new AsyncDisposableStack()
  const { run, head, ofBranch } = await open(folder, values, resources)
  const { branch } = run
  const runbooks = await run.runbooksAt(head)
  const entries = await entriesOf(branch, runbooks)
  const { alerts = [] } = (await ofBranch.tableOf(runbooks)) ?? {}
  const questions = await questionsOf(branch.source, head, alerts)
  if (questions.length === 0) throw new Error(`None of ${alerts.length} alerts belongs to a runbook.`)
  console.log(`${entries.length} runbooks, ${questions.length} alerts that belong to one of them.\n`)
  console.log('| search in | first | among five |\n| --- | --- | --- |')
  for (const [form, summaryOf] of Object.entries(FORMS)) {
    const { first, amongFive } = score(
      entries.map((entry) => ({ path: entry.path, ...summaryOf(entry) })),
      questions
    )
    console.log(`| ${form} | ${first} % | ${amongFive} % |`)
  }
}

/** The branch as the command line reads it. */
async function open(
  folder: string,
  { files = ['**/*.md'], alerts = ['**'], repository }: { files?: string[]; alerts?: string[]; repository?: string },
  resources: AsyncDisposableStack
) {
  const options = { files, alerts, repository: repository === undefined ? [] : [repository] }
  const args = Object.entries(options).flatMap(([name, values]) => values.map((value) => `--${name}=${value}`))
  const command = readCommand({ args: ['alerts', ...args], env: {}, stdout: process.stdout })
  if (command === undefined) throw new Error('There is no command `alerts`.')
  const { stdout, stderr, env } = process
  const journal = new Journal({ say: console.error, rewrite: undefined })
  const shell = { args, env, folder: resolve(folder), stdout, stderr }
  const { head, inputs, place } = await openSession(command, shell, resources, journal.notice)
  const run = new Run(inputs, place, journal)
  return { run, head, ofBranch: new BranchAlerts(run.branch, inputs) }
}

/** What a sync would send. */
async function entriesOf({ texts }: Branch, { named }: Runbooks): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const runbook of named) {
    const { path, name: title, description } = runbook
    entries.push({ path, title, description, text: (await texts.takeEntry(runbook)).content })
  }
  return entries
}

async function questionsOf(source: Source, head: string, alerts: readonly JudgedAlert[]): Promise<readonly Question[]> {
  const found = alerts.filter(({ state }) => state === 'runbook')
  const paths = new Set(found.map(({ file }) => file))
  const { files } = await source.list(head, (path) => paths.has(path))
  const words = new Map<string, ReadonlyMap<number, string>>()
  for await (const { file, content } of source.contents(files, MAX_BYTES)) {
    const text = decode(content)
    if (typeof text === 'string') words.set(file.path, annotationsIn(text))
  }
  const questions = found.map(({ alert, file, line, path }) => {
    return { path, words: `${alert}\n${words.get(file)?.get(line) ?? ''}` }
  })
  // Rules of several places may have the same alert.
  return [...new Map(questions.map((question) => [JSON.stringify(question), question])).values()]
}

/** What annotations say of an alert, by each line of its rule that has a key. A template, whose values nobody knows here, says nothing. */
function annotationsIn(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  const lineCounter = new LineCounter()
  const { marked } = withoutTemplates(text)
  for (const document of parseAllDocuments(marked, { schema: 'failsafe', uniqueKeys: false, lineCounter })) {
    visit(document, {
      Map(_, rule) {
        const annotations = rule.get('annotations')
        if (!isMap(annotations)) return
        const texts = ANNOTATIONS.map((name) => annotations.get(name)).filter((each) => typeof each === 'string')
        const words = texts.join('\n').replace(/\u{e000}\d+\u{e001}/gu, ' ')
        for (const { key } of rule.items) {
          if (isScalar(key) && key.range) found.set(lineCounter.linePos(key.range[0]).line, words)
        }
      }
    })
  }
  return found
}

/** In how many of a hundred alerts the right runbook is found. */
function score(entries: readonly (Summary & Pick<Entry, 'path'>)[], questions: readonly Question[]) {
  using ranking = new Ranking(entries)
  const places = questions.map(({ words, path }) => ranking.first(5, words).findIndex((entry) => entry.path === path))
  const percent = (hits: number): string => ((100 * hits) / questions.length).toFixed(0)
  return {
    first: percent(places.filter((place) => place === 0).length),
    amongFive: percent(places.filter((place) => place !== -1).length)
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error), error instanceof ActionError ? error.hint : '')
  process.exitCode = 1
}
