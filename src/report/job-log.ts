import * as core from '@actions/core'
import type { Edge } from './edge.ts'
import type { JournalEvent } from './journal.ts'
import { SendProgress } from './send-progress.ts'

/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000

/** Tells in the log of a job what must be told before the end of the run: for `new Journal(logListener(edge))`. */
export function logListener(edge: Edge): (event: JournalEvent) => void {
  const progress = new SendProgress()
  let last = performance.now()
  let folder = ''
  return (event) => {
    progress.add(event)
    if (event.kind === 'notice' && event.notice.level === 'progress') core.info(edge.line(event.notice.message))
    if (event.kind === 'saved' && event.text.folder !== folder) {
      folder = event.text.folder
      // Also as an output at once: a step with `always()` needs it after the run was killed.
      core.setOutput('overwritten', edge.redact(folder))
      core.info(edge.line(`Texts of the assistant that the run replaces are saved in ${folder}`))
    }
    if (event.kind !== 'answered') return
    if (performance.now() - last < PROGRESS_INTERVAL) return
    last = performance.now()
    core.info(edge.line(`${progress.describe()} so far`))
  }
}

/** Writes a line about each request, for a job with debug logging. */
export function debugLog(edge: Edge): (line: string) => void {
  return (line) => {
    // The runner would drop it.
    if (core.isDebug()) core.debug(edge.line(line))
  }
}
