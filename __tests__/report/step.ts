import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, jest } from '@jest/globals'
import { publish } from '../../src/report/publish.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const before = { ...process.env }

/** Gives a file of tests the files of a step of a job: `@actions/core` remembers the first file of the summary. */
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

interface Step {
  readonly sink?: Sink
  readonly temp?: string
  /** Prints before. */
  readonly begin?: () => void
}

/** What a step prints and leaves that publishes a report. */
export async function published(report: Report, { sink = new Sink([]), temp = folder.path, begin }: Step = {}) {
  for (const name of ['output', 'summary']) await writeFile(join(folder.path, name), '')
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    begin?.()
    return {
      failure: await publish(report, sink, { RUNNER_TEMP: temp }),
      log: write.mock.calls.map(([text]) => String(text)).join(''),
      outputs: await readFile(join(folder.path, 'output'), 'utf8'),
      summary: await readFile(join(folder.path, 'summary'), 'utf8')
    }
  } finally {
    write.mockRestore()
  }
}
