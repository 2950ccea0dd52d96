import type { Source } from '../branch/source.ts'
import type { Decision, Revealing } from './decision.ts'
import type { Runbooks } from './runbooks.ts'
import type { Secrets } from './secrets.ts'

/** The decisions, with runbooks refused whose files have a credential. */
export async function refuseRevealing(
  secrets: Secrets,
  source: Source,
  { changed }: Runbooks,
  decisions: readonly Decision[]
): Promise<readonly Decision[]> {
  const planned = decisions.flatMap((one) => (one.is === 'planned' ? one.runbook : []))
  const revealing = await secrets.find(source, planned)
  return decisions.map((one): Decision => {
    const credentials = one.is === 'planned' ? revealing.get(one.runbook) : undefined
    if (one.is !== 'planned' || credentials === undefined) return one
    const { runbook, rows } = one
    if (!secrets.refuses(runbook.path, credentials)) return one
    const isRed = changed?.has(runbook.path) ?? true
    return { is: 'refused', cause: 'secret', runbook, rows, credentials, isRed } satisfies Revealing
  })
}
