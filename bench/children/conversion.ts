/**
 * Converts 1,000 runbooks of 10 KiB with 25 links each in a fresh process, where no code is warm, and prints the
 * milliseconds of CPU time for a MiB: as the Action does, or by the Markdown parser alone.
 *
 *   node bench/children/conversion.ts action|micromark
 */
import { postprocess, preprocess, parse } from 'micromark'
import { readRunbook, type RunbookOptions } from '../../src/runbook/runbook.ts'
import { runbooks } from '../runbooks.ts'

const OPTIONS: RunbookOptions = {
  ...{ nameTemplate: '{title}', frontMatter: 'strip', links: 'absolute', sourceLink: false, maxBytes: 1024 * 1024 },
  ...{ repository: 'harbour/handbook', serverUrl: 'https://github.com', ref: 'main' }
}

const CONVERSIONS: Readonly<Record<string, (path: string, text: string) => unknown>> = {
  action(path, text) {
    const result = readRunbook(path, { kind: 'bytes', bytes: Buffer.from(text) }, OPTIONS)
    if (result.kind !== 'runbook') throw new Error(`${path} was not converted`)
    return result.convert()
  },
  micromark: (_, text) =>
    postprocess(
      parse()
        .document()
        .write(preprocess()(text, undefined, true))
    )
}

const convert = CONVERSIONS[process.argv[2] ?? '']
if (convert === undefined) throw new Error('Name what converts.')
const files = [...runbooks(1000, 10 * 1024)].filter(([path]) => path.endsWith('.md'))
const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
const before = process.threadCpuUsage()
for (const [path, text] of files) convert(path, text)
const { user, system } = process.threadCpuUsage(before)
console.log((user + system) / 1000 / (bytes / 1024 / 1024))
