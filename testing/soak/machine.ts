import { RUN_HEADER } from '../gate.ts'

/** The process waits a twentieth of the time, and names the run in each request. */
const PROGRAM = `
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
const [wait, now] = [timers.setTimeout, performance.now.bind(performance)]
let skipped = 0
performance.now = () => now() + skipped
timers.setTimeout = async (ms, ...more) => {
  try {
    return await wait(ms / 20, ...more)
  } finally {
    skipped += ms * 19 / 20
  }
}
syncBuiltinESMExports()
subscribe('undici:request:create', ({ request }) => request.addHeader('${RUN_HEADER}', process.env.RUN_KEY))
`

/** Variables for the process of a run. */
export function machineOf(key: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROGRAM)}`, RUN_KEY: key }
}
