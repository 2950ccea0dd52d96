import { Refusal } from './refusal.ts'

export interface RateLimitOptions {
  readonly perSecond: number
  /** Requests that may come at once; as many as `perSecond` where it is not given. */
  readonly burst?: number | undefined
}

export interface RateLimit {
  /** Counts one request of a token. @throws {Refusal} 429 with `Retry-After` in whole seconds. */
  take(tokenId: string): void
}

/**
 * A token bucket for each access token; without options there is no limit. It runs on real time, because those who are
 * told to wait do so in real time, whatever the service's clock says.
 */
export function openRateLimit(options: RateLimitOptions | undefined): RateLimit {
  if (options === undefined) return { take: () => undefined }
  const { perSecond, burst = perSecond } = options
  const buckets = new Map<string, { level: number; at: number }>()
  return {
    take(tokenId) {
      const now = performance.now()
      const bucket = buckets.get(tokenId) ?? { level: burst, at: now }
      buckets.set(tokenId, bucket)
      bucket.level = Math.min(burst, bucket.level + ((now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.level < 1) {
        const seconds = Math.ceil((1 - bucket.level) / perSecond)
        throw new Refusal(429, `More than ${perSecond} requests a second.`, {
          headers: { 'Retry-After': String(seconds) }
        })
      }
      bucket.level -= 1
    }
  }
}
