// The lab of the soak test: the Action as a process, with real Git and the stand-in for GitHub.
import { openGate, RUN_HEADER } from '../gate.ts'
import type { FaultName, GitHubFault, Route } from '../github/faults.ts'
import type { Random } from '../histories/random.ts'
import type { Lab, Result, Watch } from '../histories/run.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import type { JobResult } from '../runner/runner.ts'
import { TestEnvironment } from '../test-environment.ts'

const MINUTE = 60_000
const INPUTS = { links: 'keep', retries: '2', timeout: '60', concurrency: '4', 'confirm-within': '60' }

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

/** Opens a lab in which the Action is a process, with Git and the stand-in for GitHub. */
export async function openProcesses(releases: Lab['releases'], random: Random): Promise<Lab & AsyncDisposable> {
  const repository = { objectFormat: random.chance(0.1) ? 'sha256' : 'sha1' } as const
  const environment = await TestEnvironment.create({ repository, step: { timeout: 90_000, inputs: INPUTS } })
  const { service, github, workflow } = environment
  /** By key. */
  const watches = new Map<string, Watch>()
  const gate = await openGate(
    () => service.url,
    ({ kind, run, body }) => watches.get(run)?.(kind, kind === 'upsert' ? (JSON.parse(body) as { name: string }) : {})
  )
  github.onRequest = (request) => {
    const existing = github.deployments.map(({ id }) => id)
    return watches.get(request.token.replace('ghs_', ''))?.(request.route, Object.assign(request, { existing }))
  }
  let faults: readonly GitHubFault[] = []
  return {
    ...{ service, releases, repository: environment.repository },
    now: () => github.now().getTime(),
    advance(milliseconds) {
      github.advance(milliseconds)
      if (milliseconds < MINUTE) return
      // GitHub is behind by seconds, not by minutes.
      faults = faults.filter(({ fault }) => typeof fault === 'string')
      github.setFaults(...faults)
      github.lag.answers = 0
    },
    async disturb() {
      const fault = randomFault(random)
      const isOld = /records|tip|compare/.test(fault.route) && random.chance(0.3)
      faults = random.chance(0.25) ? [isOld ? { ...fault, fault: await github.snapshot() } : fault] : []
      github.setFaults(...faults)
      // GraphQL is behind for none of the questions of a run, for the first ones, or for all.
      const lag = (github.lag.answers = random.chance(0.15) ? random.pick([1, 2, 3, 9]) : 0)
      const shown = faults.map((rule) => JSON.stringify(isOld ? { ...rule, fault: 'old' } : rule))
      return lag > 0 ? [...shown, `GitHub: ${lag} answers behind`] : shown
    },
    // Files from the disk make a full sync now and another one later, so they are rare.
    checkout: () =>
      random.weighted([
        [20, 'depth 1'],
        [4, 'full'],
        [4, 'blobless, depth 1'],
        [4, 'treeless'],
        [1, 'without Git']
      ]),
    async start({ key, of, inputs, release, checkout, isSteady }, watch) {
      watches.set(key, watch)
      const start = async (run: WorkflowRun, name: string, more: Readonly<Record<string, string>>) => {
        const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROGRAM)}`, RUN_KEY: name }
        const step = { checkout, action: release.folder, githubToken: `ghs_${name}`, env }
        return workflow.start(run, { ...step, inputs: { 'base-url': gate.url, ...inputs, ...more } })
      }
      const isPlanned = isSteady && random.chance(0.2)
      const plan = isPlanned ? resultOf(await (await start({ ...of }, 'plan', { mode: 'plan' })).result) : undefined
      const job = await start(of, key, {})
      const result = job.result.then(resultOf).then((result) => {
        return { ...result, defects: [...result.defects, ...notPlanned(result, plan)] }
      })
      return { ...job, result }
    },
    idle: () => gate.idle(),
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]()
      await environment[Symbol.asyncDispose]()
    }
  }
}

function resultOf({ conclusion, signal, report, overwritten, log, stderr, summary }: JobResult): Result {
  return {
    end: signal === 'SIGKILL' ? 'killed' : conclusion === 'success' ? 'green' : 'red',
    report: report as Result['report'],
    saved: Array.from(overwritten.values(), (file) => file.slice(file.indexOf('\n') + 1)),
    defects: [
      ...(/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log) ? ['a defect in the log'] : []),
      ...(/oap_[0-9A-Za-z]{8}/.test(`${log}${summary}`) ? ['a token is readable'] : [])
    ],
    log: `${log}${stderr}`
  }
}

/** Where a plan of the same commit, made just before, names other runbooks, or says something else of them. */
function notPlanned({ report }: Result, plan: Result | undefined): string[] {
  // A run that ends before it knows its commit decides nothing.
  const head = report?.range.head ?? ''
  if (report === undefined || head === '' || plan?.report?.range.head !== head) return []
  const done = { upserted: 'planned', failed: 'planned', retired: 'orphaned' } as Readonly<Record<string, string>>
  const [planned, decided] = [plan.report, report].map(({ runbooks }) =>
    runbooks.map(({ outcome, path }) => `${done[outcome] ?? outcome} ${path}`).sort()
  )
  return String(planned) === String(decided) ? [] : [`the plan said ${String(planned)}, not ${String(decided)}`]
}

function randomFault(random: Random): GitHubFault & { readonly route: Route } {
  const some: readonly FaultName[] = ['forbidden', 'not found', 'HTML', 'cut', 'server error', 'reset']
  const [route, faults] = random.pick<readonly [Route, readonly FaultName[]]>([
    ['record', [...some, 'lost answer', 'lost answer']],
    ['mark', [...some, 'lost answer', 'lost answer']],
    ['records', [...some, 'graphql errors', 'graphql errors']],
    ['tip', some],
    ['compare', some],
    // A fetch waits half a minute for a server that hangs.
    ['git', ['forbidden', 'reset']]
  ])
  return { route, fault: random.pick(faults), ...(random.chance(0.6) && { times: random.integer(1, 4) }) }
}
