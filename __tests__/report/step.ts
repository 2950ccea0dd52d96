import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, jest } from '@jest/globals'
import { publish } from '../../src/report/publish.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// A step of a job in this process: what it prints, and the files that it leaves.

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const before = { ...process.env }

/** Sets the files of the step up, for all tests of a file: `@actions/core` remembers the first file of the summary. */
export function useStep(): void {
  beforeAll(async () => {
    folder = await temporaryFolder()
    process.env['GITHUB_OUTPUT'] = join(folder.path, 'output')
    process.env['GITHUB_STEP_SUMMARY'] = join(folder.path, 'summary')
    process.env['RUNNER_DEBUG'] = '1'
  })
  afterAll(async () => {
    process.env = before
    await folder[Symbol.asyncDispose]()
  })
}

/** What a step leaves that publishes a report. @param meanwhile what it prints before. */
export async function published(
  report: Report,
  {
    sink = new Sink([]),
    RUNNER_TEMP,
    meanwhile = () => undefined
  }: {
    readonly sink?: Sink
    readonly RUNNER_TEMP?: string
    readonly meanwhile?: () => void
  } = {}
) {
  for (const name of ['output', 'summary']) await writeFile(join(folder.path, name), '')
  const temp = await mkdtemp(join(folder.path, 'temp-'))
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    meanwhile()
    const failure = await publish(report, sink, { RUNNER_TEMP: RUNNER_TEMP ?? temp })
    const [written = ''] = await readdir(temp)
    const read = (...names: readonly string[]) => readFile(join(folder.path, ...names), 'utf8')
    const ofReport = (name: string) => readFile(join(temp, written, name), 'utf8').catch(() => '')
    return {
      failure,
      log: write.mock.calls.map(([text]) => String(text)).join(''),
      outputs: await read('output'),
      summary: await read('summary'),
      'summary.md': await ofReport('summary.md'),
      'report.json': await ofReport('report.json')
    }
  } finally {
    write.mockRestore()
  }
}
