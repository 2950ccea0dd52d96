import { ActionError } from '../../src/errors.ts'
import { GitHubError } from '../../src/branch/github.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import type { Job, Lab, Result, Watch } from '../../testing/histories/run.ts'
import { readTexts } from '../../testing/runner/runner.ts'
import type { RunOptions, World } from './world.ts'

const RELEASE = { folder: '', convert: (text: string) => text }
const INPUTS = { links: 'keep', retries: '2', concurrency: '4' }

/** Plays histories in this process. */
export function memoryLab(world: World): Lab {
  const { service, branch } = world
  /** Also of runs that were killed, whose last request may be under way. */
  const works = new Set<Promise<unknown>>()

  const start: Lab['start'] = ({ of, inputs: texts, isSteady }, watch) => {
    const { name, sha, payload } = of.event
    const runAttempt = ++of.attempt
    const before = String(payload['before'])
    const trigger = { kind: 'push', before, forced: payload['forced'] === true, deleted: false } as const
    const isPush = name === 'push'
    const given: Readonly<Record<string, string>> = { 'base-url': service.url, ...INPUTS, ...texts }
    const cancellation = new AbortController()
    const killed = Promise.withResolvers<Result>()
    let isKilled = false
    let folder = ''
    const saved = async (): Promise<string[]> =>
      Array.from((await readTexts(folder)).values(), (file) => file.slice(file.indexOf('\n') + 1))
    const asks: Watch = async (...question) => {
      if (isKilled) throw new GitHubError('The process is gone.', '')
      await watch(...question)
    }
    const run: RunOptions = {
      inputs: readInputs(
        (input) => given[input] ?? '',
        () => undefined
      ),
      job: { sha, runId: of.number, runNumber: of.number, runAttempt, ...(isPush && { trigger }) },
      ...(runAttempt > 1 && { full: 'the run is repeated' }),
      signal: cancellation.signal,
      onQuestion: asks,
      onRequest: (kind, entry = '') => asks(kind, { name: entry }),
      onSaved: (path) => (folder = path)
    }
    const play = async (): Promise<Result> => {
      const planned = isSteady ? await world.plan(isPush, run).catch(failed) : undefined
      const { findings, isGreen, failure, told, sentBeforeSaving } = await world.run(isPush, run)
      const decided = findings.items.map(({ decision: { kind, path } }) => `${kind} ${path}`).sort()
      const isAsPlanned = planned === undefined || findings.range === undefined || String(planned) === String(decided)
      const report = JSON.parse(jsonOf(findings)) as NonNullable<Result['report']>
      const outcomes = report.runbooks.map(({ outcome, path, reason }) => `${outcome} ${path}: ${reason}`)
      return {
        end: isGreen && !cancellation.signal.aborted ? 'green' : 'red',
        report,
        saved: await saved(),
        defects: [
          ...(isAsPlanned ? [] : [`the plan said ${planned.join(', ')}, and the sync decided ${decided.join(', ')}`]),
          ...(failure.startsWith('defect') ? [failure] : []),
          ...(isSteady && folder !== '' && sentBeforeSaving > 0 ? ['the folder is named after the first upsert'] : [])
        ],
        log: [failure, told, ...outcomes].join('\n')
      }
    }
    const work = new Promise(setImmediate).then(play).finally(() => works.delete(work))
    works.add(work)
    const job: Job = {
      result: Promise.race([work, killed.promise]),
      cancel() {
        cancellation.abort(new ActionError('cancelled', 'The job was cancelled.', 'Run it again.'))
      },
      signal() {
        isKilled = true
        const result = { end: 'killed', report: undefined, defects: [], log: '' } as const
        killed.resolve(saved().then((texts) => ({ ...result, saved: texts })))
      }
    }
    return Promise.resolve(job)
  }

  return {
    service,
    releases: [RELEASE, RELEASE],
    repository: {
      commit: (tree, { parents, branch: name }) => Promise.resolve(branch.commit(tree, parents, name !== null)),
      setHead(commit) {
        branch.reset(commit)
        return Promise.resolve()
      },
      prune: () => Promise.resolve()
    },
    now: () => branch.now(),
    advance(milliseconds) {
      // Runs that are held do not notice.
      if (works.size === 0) world.skip(milliseconds)
      else branch.ahead += milliseconds
    },
    disturb: () => Promise.resolve([]),
    checkout: () => 'depth 1',
    start,
    async idle() {
      while (works.size > 0) await Promise.allSettled(works)
    }
  }
}

/** Patterns that match no file end a plan, and the sync after it. */
function failed(error: unknown): undefined {
  if (!(error instanceof ActionError)) throw error
}
