import { RUN_HEADER } from '../gate.ts'

/** Ends the intervals of ten minutes and more of the Action's process, so that hours can pass. */
export const RENEWAL: NodeJS.Signals = 'SIGUSR2'

/** The process waits a twentieth of the time until GitHub is current, and names the run in each request. */
const PROGRAM = `
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
const wait = timers.setTimeout
timers.setTimeout = (ms, ...more) => wait(ms / 20, ...more)
syncBuiltinESMExports()
const [every, stop, long] = [setInterval, clearInterval, new Map()]
globalThis.setInterval = (work, ms, ...more) => {
  const timer = every(work, ms, ...more)
  if (ms >= 600_000) long.set(timer, work)
  return timer
}
globalThis.clearInterval = (timer) => {
  long.delete(timer)
  stop(timer)
}
process.on('${RENEWAL}', () => { for (const work of long.values()) work() })
subscribe('undici:request:create', ({ request }) => request.addHeader('${RUN_HEADER}', process.env.RUN_KEY))
`

/** Variables for the process of a run. */
export function machineOf(key: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROGRAM)}`, RUN_KEY: key }
}
