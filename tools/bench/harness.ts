/** Something that is measured: returns milliseconds. */
export type Run = () => Promise<number>

export interface Measurement {
  readonly name: string
  readonly action: Run
  readonly other: Run
  /** What `other` is, for the table. */
  readonly otherName: string
  readonly unit?: 'ms' | 'ms/MiB'
  /** The most that `median` may be. */
  readonly limit?: number | undefined
  /** Pairs of runs; 5 by default. */
  readonly rounds?: number
}

/** One line of the table. */
export interface Row {
  readonly name: string
  /** The Action's: the median of all rounds. */
  readonly value: string
  /** The Action's value divided by the other one: the median of all rounds. */
  readonly median: number
  /** The Action's least value divided by the other's least: other load of the machine hardly changes it. */
  readonly least: number
  readonly other: string
  readonly limit?: number | undefined
}

/** A figure that is compared with nothing but its limit. */
export function absolute(name: string, value: number, limit: number): Row {
  const rounded = Math.round(value)
  return { name, value: String(rounded), median: rounded, least: rounded, other: '1', limit }
}

/**
 * Runs both in turn, once to warm the disk's cache and then `rounds` times. Which one goes first alternates, and a ratio
 * is taken within each round, so that a machine that becomes slower slows both.
 */
export async function measure({
  name,
  action,
  other,
  otherName,
  limit,
  unit = 'ms',
  rounds = 5
}: Measurement): Promise<Row> {
  if (rounds > 1) {
    await other()
    await action()
  }
  const actions: number[] = []
  const others: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) others.push(await other())
    actions.push(await action())
    if (round % 2 === 1) others.push(await other())
  }
  const written = (values: readonly number[]): string => `${median(values).toFixed(unit === 'ms' ? 0 : 1)} ${unit}`
  console.error(`  ${name}: ${written(actions)}`)
  return {
    name,
    value: written(actions),
    median: median(actions.map((value, round) => value / (others[round] ?? NaN))),
    least: Math.min(...actions) / Math.min(...others),
    other: `${otherName}, ${written(others)}`,
    limit
  }
}

/** Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, value, median, least, limit = '', other }) => {
    return `| ${name} | ${value} | ${median.toFixed(2)} | ${least.toFixed(2)} | ${limit} | ${other} |`
  })
  const head = [
    '| measured | value | median | least | limit | compared with |',
    '| --- | --- | --- | --- | --- | --- |'
  ]
  return [...head, ...lines].join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}
