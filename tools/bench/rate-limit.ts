export interface RateLimitOptions {
  readonly perSecond: number
  /** The number of requests that may come at once. */
  readonly burst: number
}

/** A token bucket. @returns a function that counts a request, and says whether it is allowed. */
export function openRateLimit({ perSecond, burst }: RateLimitOptions): () => boolean {
  let [level, at] = [burst, performance.now()]
  return () => {
    const now = performance.now()
    level = Math.min(burst, level + ((now - at) / 1000) * perSecond)
    at = now
    if (level < 1) return false
    level -= 1
    return true
  }
}
