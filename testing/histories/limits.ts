// The limits of docs/decisions.md: after which green runs nothing is compared.
import type { History } from './history.ts'
import type { Run } from './run.ts'

/**
 * Why a green run promises nothing, in words that follow "not compared:"; undefined where the knowledge base must equal the
 * branch. The first two are no limits: nothing is promised for a run while another one writes, or where it failed.
 * These limits are never reached here:
 *
 * - A person deletes a record: no step of the simulation does.
 * - A run with another environment, or with `none`, writes between two recorded ones: a repository has one environment.
 * - A job is suspended for an hour and then writes: no run is held so long.
 * - A list lags where nothing is recorded.
 */
export function whyNotCompared({ seen, settings }: Run, others: readonly Run[], history: History): string | undefined {
  const { informedAt, look, records, recordedAt } = seen
  const overlapping = others.filter((other) => other.seen.wroteAt > informedAt)
  if (overlapping.some(({ result }) => result === undefined)) return 'another run writes'
  if (overlapping.some(({ result }) => result?.end !== 'green')) return 'another run wrote and ended red'
  // Each wrote a part after the other one. The next run repairs it, because it finds open records with other settings.
  if (overlapping.some((other) => other.settings !== settings)) return 'two runs with other inputs overlapped'
  // Without a run of its own, between the last look at the records and the last look at the branch.
  const wasReset = look !== undefined && history.isResetBetween(informedAt, look.at)
  if (overlapping.length > 0 && wasReset) return 'two runs overlapped, and the branch was reset'
  if (look !== undefined && !history.headsFrom(look.at).includes(look.asked.tip ?? ''))
    return 'the last answer about the branch was old'
  // Of a run that finds nothing to do: one that records something asks until its own record is there.
  const { existing = [], known = existing } = records?.asked ?? {}
  if (recordedAt === 0 && existing.some((id) => !known.includes(id))) return 'the answer about records was old'
  return undefined
}
