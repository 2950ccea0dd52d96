/**
 * Converts runbooks in a fresh process, where no code is warm, and prints the milliseconds of CPU time for a MiB: as the
 * Action does, or by the Markdown parser alone. They are 1,000 runbooks of 10 KiB with 25 links each, or all Markdown files
 * on the branch `main` of a Git bundle. `hostile` prints the milliseconds for the slowest of some texts of 1 MiB.
 *
 *   node tools/bench/children/conversion.ts action|micromark|hostile [bundle]
 */
import { postprocess, preprocess, parse } from 'micromark'
import { filesOf, git } from '../../../testing/git.ts'
import { temporaryFolder } from '../../../testing/temporary-files.ts'
import { readRunbook, type RunbookOptions } from '../../../src/runbook/runbook.ts'
import { runbooks } from '../runbooks.ts'

const OPTIONS: RunbookOptions = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  repository: 'harbour/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

const CONVERSIONS: Readonly<Record<string, (path: string, text: string) => unknown>> = {
  action(path, text) {
    return readRunbook({ path, id: '' }, { kind: 'bytes', bytes: Buffer.from(text) }, OPTIONS)
  },
  micromark: (_, text) =>
    postprocess(
      parse()
        .document()
        .write(preprocess()(text, undefined, true))
    )
}

/** Of many kinds that were tried, these take the most time for each count that makes a text too complex. */
const HOSTILE = [
  ...[
    '[a](',
    '*a_ ',
    '<a ',
    '&amp;]',
    '`` ` ',
    '> ',
    '- ',
    '1) ',
    '\n> ',
    '> a\n',
    '> - ',
    '[a\n',
    '[a]: b\n',
    '[b]:\n'
  ],
  ...['a\n\n', 'a\n=\n', '# a\n', '- a\n', '- a\n  - b\n    - c\n', '> a\n- b\n', '```\n', '|a|\n|-|\n|b|\n\n'],
  ...['a|b\n-|-\n', `a\nb|c\n${' '.repeat(299)}d\n`, '[^1]: a\n\n    b\n\n', '<p>\n\n', '\\[', '![', '<?', 'x<!--']
].map((unit) => `${unit.repeat(Math.floor((2 ** 20 - 16) / unit.length))}\n\n[a](b.md)`)

const [what = '', bundle = ''] = process.argv.slice(2)
if (what === 'hostile') {
  console.log(Math.max(...HOSTILE.map((text) => cpuTime(() => CONVERSIONS['action']?.('a.md', text)))))
} else {
  const convert = CONVERSIONS[what]
  if (convert === undefined) throw new Error('Name what converts.')
  const files = [...(bundle === '' ? runbooks(1000, 10 * 1024) : await readBundle())].filter(([path]) =>
    path.endsWith('.md')
  )
  const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
  const time = cpuTime(() => {
    for (const [path, text] of files) convert(path, text)
  })
  console.log(time / (bytes / 1024 / 1024))
}

/** Of this thread, in milliseconds: the compiler and the garbage collector have others. */
function cpuTime(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function readBundle(): Promise<Map<string, string>> {
  await using folder = await temporaryFolder()
  await git(folder.path, ['clone', '--quiet', '--bare', '--single-branch', '--branch', 'main', bundle, '.'])
  return new Map([...(await filesOf(folder.path, 'main'))].map(([path, bytes]) => [path, bytes.toString()]))
}
