/** How long requests are tried, and waited for: all numbers that decide it. Times are in milliseconds. */
export const TIMES = {
  /** For one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
  attempt: 30_000,
  /** For a connection; a firewall that drops packets is told apart from a service that is slow. */
  connect: 10_000,
  /** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
  retries: 7,
  /** The longest wait before the first retry, and half of it the shortest; each further one is twice as long. */
  firstWait: 600,
  /** After a 429 without `Retry-After`; each further pause is twice as long, up to the longest. */
  firstPause: 250,
  longestPause: 30_000,
  /** Without a success, or in pauses that the service asks for, after which a run ends. */
  patience: 10 * 60_000,
  /** The same if nothing has succeeded yet, because a wrong address is more likely then. More than all retries take. */
  firstPatience: 2 * 60_000
} as const
