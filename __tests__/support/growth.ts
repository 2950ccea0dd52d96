/**
 * Compares the CPU time for an input and one of double length, with short inputs first: a slow one shows before it takes minutes.
 * Returns what is wrong if the time more than triples, or exceeds two seconds for each MB.
 *
 * @param size the length of the longest input to be doubled, in characters
 * @param input makes an input of about the given length
 */
export function findGrowth(
  size: number,
  input: (size: number) => string,
  run: (input: string) => void
): string | undefined {
  for (const length of [size / 16, size / 4, size]) {
    const [short, long] = [input(length), input(2 * length)]
    const limit = 100 + 2_000 * (long.length / 1e6)
    // Garbage collection can distort a measurement, but not three.
    for (let attempt = 1; ; attempt++) {
      const [time, doubled] = [cpuTime(short, run), cpuTime(long, run)]
      if (doubled < 50 || (doubled < limit && doubled < 3 * time)) break
      if (attempt === 3)
        return `${time.toFixed()} ms for ${short.length} characters, ${doubled.toFixed()} ms for double`
    }
  }
  return undefined
}

function cpuTime(input: string, run: (input: string) => void): number {
  const before = process.cpuUsage()
  run(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
