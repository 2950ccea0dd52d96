import { HttpError } from './http-error.ts'

export interface RateLimitOptions {
  readonly perSecond: number
  /** The number of requests that may come at once; `perSecond` by default. */
  readonly burst?: number | undefined
}

export interface RateLimit {
  /** Counts one request of a token. @throws {HttpError} 429 with `Retry-After` in whole seconds. */
  take(tokenId: string): void
}

/** A token bucket for each access token. It runs on real time, because a client waits in real time. */
export function openRateLimit(options: RateLimitOptions | undefined): RateLimit {
  if (options === undefined) return { take: () => undefined }
  const { perSecond, burst = Math.max(1, perSecond) } = options
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
        throw new HttpError(429, `This token may send ${perSecond} requests a second.`, {
          headers: { 'Retry-After': String(seconds) }
        })
      }
      bucket.level -= 1
    }
  }
}
