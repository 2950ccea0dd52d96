import type { RunningJob } from '../../testing/runner/runner.ts'
import type { PlayedRun, Replacement } from './judge.ts'
import type { KnowledgeBase } from './knowledge-base.ts'

const CLOCK = new URL('../../testing/skipping-clock.ts', import.meta.url)
/** The process waits a twentieth of the time, and names the run in each request. */
export const PRELOAD = `data:text/javascript,${encodeURIComponent(`
import { subscribe } from 'node:diagnostics_channel'
import { skippingClock } from '${CLOCK.href}'
skippingClock(0.95)
subscribe('undici:request:create', ({ request }) => request.addHeader('x-run', process.env.RUN_KEY))
`)}`

/** What a run asks the service for, in any form. */
export interface Body {
  readonly page?: { readonly page_no: number }
  readonly page_num?: number
  readonly id?: number
  readonly name?: string
  readonly trigger?: string
  readonly trigger_config?: object
  readonly content?: string
  readonly data?: { readonly content?: string; readonly document_content?: string }
}

/** What a run has sent in one way, when, and at which look. */
interface Sent {
  readonly content: string
  readonly look: number
  readonly at: number
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What is known of a run while it is under way. Times are moments of the history; 0 for what has not happened. */
export interface Watch extends Writable<Pick<PlayedRun, 'readAt' | 'listedAt' | 'lastAt' | 'wholeAt' | 'isAlone'>> {
  readonly key: string
  readonly startedAt: number
  readonly replaced: Replacement[]
  readonly retired: string[]
  readonly repeated: string[]
  /** The last one in each way: by an id or by what an upsert finds an entry by, and with the same fields. */
  readonly sent: Map<string, Sent>
  lastName: string | undefined
  requests: number
  /** How often it has asked for the head. */
  looks: number
  /** The request at which something happens to it, or the first one for the list after it has sent something. */
  interferesAt: number | 'confirmation' | undefined
  job?: RunningJob
}

export function newWatch(given: Pick<Watch, 'key' | 'startedAt' | 'isAlone' | 'interferesAt'>): Watch {
  const times = { lastAt: given.startedAt, listedAt: 0, wholeAt: 0, readAt: 0 }
  const sent = { replaced: [], retired: [], repeated: [], sent: new Map<string, Sent>(), lastName: undefined }
  return { ...given, ...times, ...sent, requests: 0, looks: 0 }
}

/** @param isShown the list shows everything that is stored. */
export function noteWrite(
  watch: Watch,
  { path, body, at, isShown }: { path: string; body: Body; at: number; isShown: boolean },
  base: KnowledgeBase
): void {
  const { id, name, trigger = 'smart', trigger_config: config = {}, ...given } = body
  const content = given.data?.document_content ?? given.data?.content ?? given.content ?? ''
  if (watch.sent.size === 0) watch.readAt = watch.listedAt
  const [, retired] = /^Source: \[(.+?)\]\(\S+ \(retired /m.exec(content) ?? []
  if (retired !== undefined) watch.retired.push(retired)
  const identity = JSON.stringify([name, trigger, config])
  const row = base.rows.find((one) => {
    return id === undefined ? JSON.stringify([one.name, one.trigger, one.triggerConfig]) === identity : one.id === id
  })
  const edit = row && base.editIn(row)
  if (edit !== undefined) watch.replaced.push({ edit, wasSeen: edit.at < watch.wholeAt })
  watch.lastName = name ?? row?.name
  const way = JSON.stringify([path, id ?? identity, Object.keys(given)])
  const earlier = watch.sent.get(way)
  watch.sent.set(way, { content, look: watch.looks, at })
  if (earlier?.content !== content) return
  const isUnlooked = watch.listedAt < earlier.at
  const isKnown = row?.content === content && earlier.look < watch.looks && isShown && watch.isAlone
  if (isUnlooked || isKnown) watch.repeated.push(watch.lastName ?? '')
}
