/** Runbooks to measure with: each different, full of links, and the same on every machine. */

const TEAMS = 40
/** Of a text, at least. */
const BYTES = 4096

const WORDS = (
  'check the queue depth before restarting anything because a broker that lost its leader accepts writes for about a ' +
  'minute and then drops them look at the dashboard first page the storage team when two replicas disagree drain one ' +
  'node at a time wait for its partitions to move never skip the canary'
).split(' ')

/** The first `count` runbooks: paths and texts. */
export function runbooks(count: number, revision: number): [path: string, text: string][] {
  return Array.from({ length: count }, (_, index) => [pathOf(index), runbook(index, revision)])
}

/** Front matter, then steps, lists, code, quotes and tables with a link in each. */
function runbook(index: number, revision: number): string {
  let state = (index * 31 + revision + 1) >>> 0
  // A linear congruential generator; its low bits repeat soon.
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8
  const words = (): string => Array.from({ length: 20 }, () => WORDS[random() % WORDS.length] ?? '').join(' ')
  let text = `---\nowner: ${teamOf(index)}\nseverity: ${(index % 4) + 1}\n---\n\n# Service ${index}: it stalls\n`
  for (let at = 0; text.length < BYTES; at++) {
    const target = `../${pathOf(random() % (index + 1)).slice('docs/runbooks/'.length)}`
    const blocks = [
      `## Step ${at}\n\n${words()} [the earlier runbook](${target}).\n${words()}.\n`,
      `1. ${words()}\n2. ${words()} ![the queue](queue.png "Queue")\n   - \`kubectl get pods -n service-${at}\`\n`,
      `${words()}.\n\n\`\`\`sh\nkubectl rollout restart deploy/${at} # [no](link.md)\n\`\`\`\n\n[how](<${target}#step-${at}>).\n`,
      `> **Note:** ${words()}\n> [the vendor's page](https://vendor.example/docs/${at}?a=1&b=2) ${words()}\n`,
      `| sign | meaning |\n| --- | --- |\n| ${words()} | *now* |\n| [it](${target}) ${words()} | \`later\` |\n`
    ]
    text += `\n${blocks[at % blocks.length] ?? ''}`
  }
  return text
}

function pathOf(index: number): string {
  return `docs/runbooks/${teamOf(index)}/service-${String(index).padStart(6, '0')}.md`
}

function teamOf(index: number): string {
  return `team-${String(index % TEAMS).padStart(2, '0')}`
}
