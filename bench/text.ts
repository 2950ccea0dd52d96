/** Runbooks to measure with: as long as asked for, each different, the same on every machine. */

export interface Shape {
  /** About this long, in bytes. */
  readonly bytes: number
  /** Links and images together, evenly spread over the text. */
  readonly links: number
}

const TEAMS = 40

const WORDS = (
  'check the queue depth before restarting anything because a broker that lost its leader keeps accepting writes for ' +
  'about a minute and then drops them look at the dashboard first page the storage team when two replicas disagree drain ' +
  'one node at a time wait for its partitions to move never skip the canary'
).split(' ')

/** Of every five, four are relative, and lead to files that are there: runbooks before the `index`th, and its team's image. */
const LINKS = [
  (index: number, n: number) => `[the runbook before](${fromTeam(n % (index + 1))})`,
  (_: number, n: number) => `![the queue](queue.png "Queue ${n}")`,
  (index: number, n: number) => `[how to drain](${fromTeam((n * 7) % (index + 1))}#step-${n % 9})`,
  (_: number, n: number) => `[the vendor's page](https://vendor.example/docs/${n}?a=1&b=2)`,
  (index: number, n: number) => `[escalation](<${fromTeam((n * 3) % (index + 1))}>)`
] as const

/** The `index`th runbook; another `revision` has another text but the same name. */
export function runbook(index: number, { bytes, links }: Shape, revision = 0): string {
  const random = generator(index * 31 + revision + 1)
  const parts = [
    `---\nowner: ${teamOf(index)}\nseverity: ${(index % 4) + 1}\n---\n\n# Service ${index}: when it stalls\n`
  ]
  let length = parts.join('').length
  const every = links === 0 ? Infinity : (bytes - length) / links
  let linked = 0
  for (let paragraph = 0; length < bytes; paragraph++) {
    const words = Array.from({ length: 40 }, () => WORDS[random() % WORDS.length] ?? '')
    while (linked < links && length >= linked * every) {
      words.splice(random() % words.length, 0, LINKS[linked % LINKS.length]?.(index, index + linked) ?? '')
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
  return `docs/runbooks/${teamOf(index)}/${fileOf(index)}`
}

/** Runbooks from the first to the `count`th, by path, and the images that they show. */
export function handbook(count: number, shape: Shape): (readonly [path: string, content: string])[] {
  const runbooks = Array.from({ length: count }, (_, index) => [runbookPath(index), runbook(index, shape)] as const)
  const teams = Array.from(
    { length: TEAMS },
    (_, index) => [`docs/runbooks/${teamOf(index)}/queue.png`, 'PNG'] as const
  )
  return [...runbooks, ...teams]
}

function fromTeam(index: number): string {
  return `../${teamOf(index)}/${fileOf(index)}`
}

function teamOf(index: number): string {
  return `team-${String(index % TEAMS).padStart(2, '0')}`
}

function fileOf(index: number): string {
  return `service-${String(index).padStart(5, '0')}.md`
}
