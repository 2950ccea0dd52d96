/**
 * The environment of a process whose clock runs so many times as fast: `performance.now`, `setTimeout`, `setInterval` and
 * `node:timers/promises`. `AbortSignal.timeout` stays as it is, and so do the times of servers.
 */
export function fastClock(times: number): { readonly NODE_OPTIONS: string } {
  const script = `
    import promises from 'node:timers/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const now = performance.now.bind(performance)
    performance.now = () => now() * ${times}
    const { setTimeout: later, setInterval: every } = globalThis
    globalThis.setTimeout = Object.assign((run, ms, ...rest) => later(run, ms / ${times}, ...rest), later)
    globalThis.setInterval = (run, ms, ...rest) => every(run, ms / ${times}, ...rest)
    const wait = promises.setTimeout
    promises.setTimeout = (ms, ...rest) => wait(ms / ${times}, ...rest)
    syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}
