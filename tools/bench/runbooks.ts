/** Runbooks to measure with: each different, and the same on every machine. */

/** Files that a commit adds or changes, by path. */
export type Files = ReadonlyMap<string, string>

const TEAMS = 40
const USUAL_BYTES = 4096

const WORDS = (
  'check the queue depth before restarting anything because a broker that lost its leader accepts writes for about a ' +
  'minute and then drops them look at the dashboard first page the storage team when two replicas disagree drain one ' +
  'node at a time wait for its partitions to move never skip the canary'
).split(' ')

/** The first `count` runbooks, and the images that they show. */
export function runbooks(count: number, bytes = USUAL_BYTES): Files {
  const files = new Map<string, string>()
  for (let index = 0; index < count; index++) files.set(pathOf(index), runbook(index, 0, bytes))
  for (let team = 0; team < TEAMS; team++) files.set(`docs/runbooks/${teamOf(team)}/queue.png`, 'PNG')
  return files
}

/** The first `count` runbooks with other texts and the same titles. */
export function changedRunbooks(count: number, revision = 1): Files {
  return new Map(Array.from({ length: count }, (_, index) => [pathOf(index), runbook(index, revision)]))
}

/** At least `bytes` of text: front matter, then steps, lists, code, quotes and tables with a link in each. */
export function runbook(index: number, revision = 0, bytes = USUAL_BYTES): string {
  const random = generator(index * 31 + revision + 1)
  const words = (): string => Array.from({ length: 20 }, () => WORDS[random() % WORDS.length] ?? '').join(' ')
  const parts = [`---\nowner: ${teamOf(index)}\nseverity: ${(index % 4) + 1}\n---\n\n# Service ${index}: it stalls\n`]
  for (let at = 0, size = 0; size < bytes; at++) {
    const target = `../${pathOf(random() % (index + 1)).slice('docs/runbooks/'.length)}`
    const part = blockOf(at, words, linkOf(at, target))
    parts.push(part)
    size += part.length + 1
  }
  return parts.join('\n')
}

function blockOf(at: number, words: () => string, link: string): string {
  switch (at % 5) {
    case 0:
      return `## Step ${at}\n\n${words()} ${link}.\n${words()}.\n`
    case 1:
      return `1. ${words()}\n2. ${words()} ${link}\n   - \`kubectl get pods -n service-${at}\`\n`
    case 2:
      return `${words()}.\n\n\`\`\`sh\nkubectl rollout restart deploy/${at} # [no](link.md)\n\`\`\`\n\n${words()} ${link}.\n`
    case 3:
      return `> **Note:** ${words()}\n> ${link} ${words()}\n`
    default:
      return `| sign | meaning |\n| --- | --- |\n| ${words()} | *now* |\n| ${link} ${words()} | \`later\` |\n`
  }
}

function linkOf(at: number, target: string): string {
  const links = [
    `[the earlier runbook](${target})`,
    '![the queue](queue.png "Queue")',
    `[how to drain](<${target}#step-${at % 9}>)`,
    `[the vendor's page](https://vendor.example/docs/${at}?a=1&b=2)`
  ]
  return links[at % links.length] ?? ''
}

/** A linear congruential generator; its low bits repeat soon. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

function pathOf(index: number): string {
  return `docs/runbooks/${teamOf(index)}/service-${String(index).padStart(6, '0')}.md`
}

function teamOf(index: number): string {
  return `team-${String(index % TEAMS).padStart(2, '0')}`
}
