import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'

const PAGE = join(import.meta.dirname, '../docs/performance.md')
const BLOCK = /(?<=<!-- bench:start -->\n)[^]*(?=<!-- bench:end -->)/

/** Puts the table between the two marks in docs/performance.md, with the day and the machine it is of. */
export async function writeDocs(
  {
    date,
    node,
    git,
    cores,
    platform
  }: Readonly<Record<'date' | 'node' | 'git' | 'platform', string>> & { cores: number },
  table: string
): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const block = `\n${date}, Node ${node}, Git ${git}, ${platform} with ${cores} cores:\n\n${table}\n\n`
  if (!BLOCK.test(page)) throw new Error('docs/performance.md has lost the marks between which the table goes')
  const written = page.replace(BLOCK, () => block)
  await writeFile(PAGE, await format(written, { ...(await resolveConfig(PAGE)), parser: 'markdown' }))
}
