/** Runbooks to measure with: as long as asked for, each different, the same on every machine. */

export interface Shape {
  /** About this long, in bytes. */
  readonly bytes: number
  /** Links and images together, evenly spread over the text. */
  readonly links: number
}

const WORDS = (
  'check the queue depth before restarting anything because a broker that lost its leader keeps accepting writes for ' +
  'about a minute and then drops them look at the dashboard first page the storage team when two replicas disagree drain ' +
  'one node at a time wait for its partitions to move never skip the canary'
).split(' ')

const LINKS = [
  (n: number) => `[the dashboard](../dashboards/board-${n}.md)`,
  (n: number) => `![the queue](images/queue-${n}.png "Queue ${n}")`,
  (n: number) => `[how to drain](./drain-${n}.md#step-${n % 9})`,
  (n: number) => `[the vendor's page](https://vendor.example/docs/${n}?a=1&b=2)`,
  (n: number) => `[escalation](<../on call/escalation-${n}.md>)`
] as const

/** The `index`th runbook; another `revision` has another text but the same name. */
export function runbook(index: number, { bytes, links }: Shape, revision = 0): string {
  const random = generator(index * 31 + revision + 1)
  const parts = [
    `---\nowner: team-${index % 40}\nseverity: ${(index % 4) + 1}\n---\n\n# Service ${index}: when it stalls\n`
  ]
  let length = parts.join('').length
  const every = links === 0 ? Infinity : (bytes - length) / links
  let linked = 0
  for (let paragraph = 0; length < bytes; paragraph++) {
    const words = Array.from({ length: 40 }, () => WORDS[random() % WORDS.length] ?? '')
    while (linked < links && length >= linked * every) {
      words.splice(random() % words.length, 0, LINKS[linked % LINKS.length]?.(index + linked) ?? '')
      linked += 1
    }
    const text = paragraphOf(paragraph, words)
    parts.push(text)
    length += text.length
  }
  return parts.join('\n')
}

/** Headings, lists, code and tables, as runbooks have them. */
function paragraphOf(number: number, words: readonly string[]): string {
  const half = words.length >> 1
  const [first, second] = [words.slice(0, half).join(' '), words.slice(half).join(' ')]
  switch (number % 5) {
    case 0:
      return `## Step ${number}\n\n${first}.\n${second}.\n`
    case 1:
      return `1. ${first}\n2. ${second}\n   - \`kubectl get pods -n service-${number}\`\n`
    case 2:
      return `${first}.\n\n\`\`\`sh\nkubectl rollout restart deploy/service-${number} # [not](a-link.md)\n\`\`\`\n\n${second}.\n`
    case 3:
      return `> **Note:** ${first}\n> ${second}\n`
    default:
      return `| sign | meaning |\n| --- | --- |\n| ${first} | *now* |\n| ${second} | \`later\` |\n`
  }
}

/** A linear congruential generator (Numerical Recipes); its high bits, for the low ones repeat soon. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

/** `docs/runbooks/team-07/service-00042.md` */
export function runbookPath(index: number): string {
  return `docs/runbooks/team-${String(index % 40).padStart(2, '0')}/service-${String(index).padStart(5, '0')}.md`
}
