/**
 * Times of reading names and of converting, per mebibyte: `node bench/markdown.ts`. Names are compared with what Git alone
 * takes to hand the same files over, since every run reads them all.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert } from '../src/runbooks/convert.ts'
import { readRunbook } from '../src/runbooks/read.ts'
import type { Style } from '../src/runbooks/runbook.ts'

const MIB = 1024 * 1024
const STYLE: Style = {
  name: '{title}',
  frontMatter: 'strip',
  links: 'absolute',
  sourceLink: false,
  maxBytes: MIB,
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

const PROSE =
  'When the alert fires, look at `kubectl get pods -n monitoring` first and **read** what the pods say about themselves; ' +
  'nothing else on this page matters until you have.\n\n- one\n- two\n\n```sh\nkubectl -n monitoring get pods # [x](y.md)\n```\n\n'
const LINK = 'See [the guide](../guides/restart%20it.md#now "How") and the list.\n\n'

/** A runbook of about `size` bytes with `links` relative links. */
function runbook(size: number, links: number, head: string): Buffer {
  const prose = PROSE.repeat(Math.max(0, Math.ceil((size - head.length - links * LINK.length) / PROSE.length)))
  const step = Math.floor(prose.length / PROSE.length / Math.max(1, links)) * PROSE.length
  let text = head
  for (let link = 0; link < links; link++) text += prose.slice(link * step, (link + 1) * step) + LINK
  return Buffer.from(text + prose.slice(links * step))
}

function report(what: string, milliseconds: number, size: number): void {
  console.log(`${what.padEnd(58)} ${(milliseconds / (size / MIB)).toFixed(1).padStart(7)} ms/MiB`)
}

async function timeNames(what: string, head: (index: number) => string): Promise<void> {
  const files = Array.from({ length: 20_000 }, (_, index) => runbook(4096, 0, head(index)))
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    execFileSync('git', ['init', '--quiet', '--bare', folder])
    const blobs = files.flatMap((file) => [
      Buffer.from(`blob\nmark :1\ndata ${file.length}\n`),
      file,
      Buffer.from('\n')
    ])
    const git = ['-C', folder]
    execFileSync('git', [...git, 'fast-import', '--quiet'], { input: Buffer.concat(blobs) })
    const ids = execFileSync('git', [...git, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)'])
    const start = performance.now()
    const { stdout } = spawnSync('git', [...git, 'cat-file', '--batch'], { input: ids, maxBuffer: 2 ** 30 })
    report(`git cat-file --batch alone, ${ids.length / 41} runbooks`, performance.now() - start, stdout.length)
  } finally {
    rmSync(folder, { recursive: true })
  }
  const start = performance.now()
  for (const bytes of files) await readRunbook('docs/a.md', { kind: 'bytes', bytes }, STYLE)
  report(
    `names: ${what}`,
    performance.now() - start,
    files.reduce((sum, { length }) => sum + length, 0)
  )
}

async function timeConversion(what: string, bytes: Buffer): Promise<void> {
  const repeats = Math.max(1, Math.round(MIB / bytes.length))
  const times: number[] = []
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    for (let repeat = 0; repeat < repeats; repeat++) await convert('docs/a.md', { kind: 'bytes', bytes }, STYLE)
    times.push(performance.now() - start)
  }
  const median = times.sort((one, other) => one - other)[3] ?? 0
  report(`conversion: ${what}`, median, bytes.length * repeats)
}

await timeNames('`# Title`', (index) => `# Runbook ${index}\n\n`)
await timeNames('`title` in front matter', (index) => `---\ntitle: Runbook ${index}\nweight: 20\n---\n\n# x\n\n`)
await timeNames('`# Title` with markup', (index) => `# Runbook \`${index}\`\n\n`)
await timeConversion('10 KiB, 25 relative links', runbook(10 * 1024, 25, '# A\n\n'))
await timeConversion('10 KiB, no relative link', runbook(10 * 1024, 0, '# A\n\n[x](https://x.example)\n\n'))
await timeConversion('1 MiB, 25 relative links', runbook(MIB - 4096, 25, '# A\n\n'))
await timeConversion(
  '1 MiB of lists in lists, the slowest known',
  Buffer.from('[a](b)\n'.padEnd(MIB, '- - - - - - - - a\n'))
)
