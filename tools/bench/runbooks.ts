/** Files to measure with: runbooks, each different, and their pictures; the same on every machine. */

const TEAMS = 40
/** Characters of a text: as many at least, and so many more at most. */
const [LEAST, MORE] = [1024, 6144]

const WORDS = (
  'check the queue depth before restarting anything because a broker that lost its leader accepts writes for about a ' +
  'minute and then drops them look at the dashboard first page the storage team when two replicas disagree drain one ' +
  'node at a time wait for its partitions to move never skip the canary'
).split(' ')
const TITLES = ['it stalls', 'the *queue* is full', '`5xx` \\> 1%', 'Zürich is down']

/** The first `count` runbooks and their pictures, by path. One of ten has no picture, so that its links are dead. */
export function runbooksAndPictures(count: number): Record<string, string> {
  const files: Record<string, string> = {}
  for (let index = 0; index < count; index++) {
    files[`${pageOf(index)}.md`] = runbook(index)
    if (index % 10 > 0) files[`${pageOf(index)}.png`] = `A picture of ${index}`
  }
  return files
}

/** Front matter, title and blocks in any order, most of them with a link. One of four is not in ASCII, and one of twenty has CRLF. */
function runbook(index: number): string {
  let state = (index * 31 + 1) >>> 0
  // A linear congruential generator; its low bits repeat soon.
  const random = (end: number): number => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8) % end
  const end = index % 4 === 3 ? ' – größer' : ''
  const words = (): string => Array.from({ length: 4 + random(30) }, () => WORDS[random(WORDS.length)]).join(' ') + end
  const other = (): string => pageOf(random(index + 1))
  const link = (): string => `../${other().slice('docs/runbooks/'.length)}.md`
  const name = `service-${index}`
  const blocks: readonly (() => string)[] = [
    () => `## Step ${random(20)}\n\n${words()} [the earlier runbook](${link()}).\n${words()}.\n`,
    () => `1. ${words()}\n2. ${words()} ![the queue](${name}.png "Queue")\n   - \`kubectl get pods -n ${name}\`\n`,
    () => `${words()}.\n\n\`\`\`sh\nkubectl rollout restart deploy/${name} # [no](link.md)\n\`\`\`\n`,
    () => `${words()}, [see there](<${link()}#step-${random(20)}>) and [below][${name}] ${words()}.\n`,
    () =>
      `> **Note:** ${words()}\n> [the vendor's page](https://vendor.example/docs/${random(99)}?a=1&b=2) ${words()}\n`,
    () => `| sign | meaning |\n| --- | --- |\n| ${words()} | *now* |\n| [it](${link()}) ${words()} | \`later\` |\n`,
    () => `- [ ] ${words()}\n- [x] ${words()}, as in [the page](/${other()})\n`
  ]
  const title = index % 5 === 0 ? `title: "Service ${index}: slow"\n` : ''
  const description = index % 3 === 0 ? `description: What to do while service ${index} is slow\n` : ''
  const alerts = index % 4 === 1 ? `alerts: Service${index}Slow, Service${index}Down\n` : ''
  const review = index % 6 === 2 ? 'review-by: 2098-05-02\n' : ''
  const fields = `owner: team-${index % TEAMS}\nseverity: ${index % 4}\n${title}${description}${alerts}${review}`
  let text = index % 7 === 0 ? '' : `---\n${fields}---\n\n`
  text += `# Service ${index}: ${TITLES[index % TITLES.length] ?? ''}\n`
  const length = LEAST + random(MORE)
  while (text.length < length) text += `\n${blocks[random(blocks.length)]?.() ?? ''}`
  text += `\n[${name}]: ${link()} "An earlier runbook"\n`
  return index % 20 === 0 ? text.replaceAll('\n', '\r\n') : text
}

/** The path without an ending. */
function pageOf(index: number): string {
  return `docs/runbooks/team-${index % TEAMS}/service-${index}`
}
