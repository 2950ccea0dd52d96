import type { Case, Figure, Goal, Measurement, Sample, Spread } from './measure.ts'

/**
 * Runs subject and floor in turn, one round to warm the disk's cache and then `rounds` that count. Who goes first
 * alternates, so that neither always profits from what the other left behind, and a ratio is taken within each round, so
 * that a machine that slows down meanwhile slows both.
 */
export async function compare(group: string, contest: Case, rounds = contest.rounds): Promise<Measurement[]> {
  const { subject, floor } = contest
  await floor.run()
  await subject.run()
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    const subjectFirst = round % 2 === 1
    const first = await (subjectFirst ? subject : floor).run()
    const second = await (subjectFirst ? floor : subject).run()
    pairs.push(subjectFirst ? { subject: first, floor: second } : { subject: second, floor: first })
  }
  return contest.figures.map((figure) => measurement(group, contest, figure, pairs))
}

interface Pair {
  readonly subject: Sample
  readonly floor: Sample
}

function measurement(group: string, contest: Case, figure: Figure, pairs: readonly Pair[]): Measurement {
  const { key, floorKey = key, as, unit, goal } = figure
  const value = spread(pairs.map((pair) => valueOf(figure, pair)))
  return {
    group,
    case: contest.name,
    figure: figure.name,
    as,
    unit,
    rounds: pairs.length,
    value,
    subject: { name: contest.subject.name, median: spread(pairs.map(({ subject }) => number(subject, key))).median },
    floor: { name: contest.floor.name, median: spread(pairs.map(({ floor }) => floor[floorKey] ?? NaN)).median },
    ...(goal && { goal, met: meets(value.median, goal) })
  }
}

function valueOf({ key, floorKey = key, as }: Figure, { subject, floor }: Pair): number {
  switch (as) {
    case 'times':
      return number(subject, key) / number(floor, floorKey)
    case 'speed':
      return number(floor, floorKey) / number(subject, key)
    case 'more':
      return number(subject, key) - number(floor, floorKey)
    case 'alone':
      return number(subject, key)
  }
}

function number(sample: Sample, key: string): number {
  const value = sample[key]
  if (value === undefined || !Number.isFinite(value)) throw new Error(`A run did not say its \`${key}\``)
  return value
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return { median: (low + high) / 2, least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN }
}

function meets(value: number, { atMost = Infinity, atLeast = -Infinity }: Goal): boolean {
  return value <= atMost && value >= atLeast
}
