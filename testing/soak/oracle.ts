import { filesOf } from '../git.ts'
import type { HostedRepository } from '../github/repository.ts'
import type { JobResult } from '../runner/runner.ts'
import { EXCLUDED, inputsIn, titleIn, WORKFLOW } from './files.ts'

/** What the knowledge base must hold for a commit, from plain Git and rules that share no code with the Action. */
export interface Expected {
  /** Text by name, without source line. */
  readonly entries: ReadonlyMap<string, string>
  /** Path by name. */
  readonly paths: ReadonlyMap<string, string>
  /** Runbooks that no run can deliver: unreadable ones, and those that share a name. */
  readonly refused: readonly string[]
}

/** What decides, beside the commit, what the entries are. */
export interface Delivering {
  /** Those of the workflow file in the commit where they are left out. */
  readonly inputs?: Readonly<Record<string, string>>
  /** What the release of the Action changes in each text. */
  readonly convert?: (text: string) => string
}

export async function expectedAt(
  repository: Pick<HostedRepository, 'folder'>,
  commit: string,
  { inputs: given, convert = (text) => text }: Delivering = {}
): Promise<Expected> {
  const files = await filesOf(repository.folder, commit)
  const inputs = given ?? inputsIn(files.get(WORKFLOW)?.toString() ?? '')
  const entries = new Map<string, string>()
  const paths = new Map<string, string>()
  const refused: string[] = []
  for (const [path, bytes] of files) {
    const text = bytes.toString()
    const isExcluded = path.startsWith(EXCLUDED) && inputs['files']?.includes('!') === true
    if (!path.startsWith('docs/runbooks/') || isExcluded || text.includes('\ndraft: true\n')) continue
    const name = titleIn(text)
    if (text.includes('\0') || entries.has(name)) refused.push(path)
    const strip = inputs['front-matter'] !== 'keep'
    entries.set(name, convert(strip ? text.replace(/^---\n[^]*?\n---\n\n?/, '') : text))
    paths.set(name, path)
  }
  return { entries, paths, refused }
}

/** The text of an entry without its source line. */
export function textOf(entry: string): string {
  return entry.replace(/\nSource: [^\n]+, version [0-9a-f]{12}\n$/, '')
}

/**
 * Where the knowledge base differs from a commit; empty where it is equal.
 *
 * @param isAllowed whether a difference of an entry is none of what the run promises.
 */
export function differences(
  held: ReadonlyMap<string, string>,
  { entries, paths, refused }: Expected,
  isAllowed: (path: string, text: string, found: string | undefined) => boolean = () => false
): string[] {
  return [
    ...refused
      .filter((path) => !isAllowed(path, '', undefined))
      .map((path) => `${path} cannot be delivered, and the run is green`),
    ...[...entries].flatMap(([name, text]) => {
      const found = held.get(name)
      const path = paths.get(name) ?? ''
      if ((found !== undefined && textOf(found) === text) || isAllowed(path, text, found)) return []
      return [`“${name}” of ${path} has ${JSON.stringify(found ?? null)} instead of ${JSON.stringify(text)}`]
    })
  ]
}

/** What is wrong with any run. */
export function defectsOf({ conclusion, outputs, log, summary }: JobResult): string[] {
  const undelivered = ['refused', 'failed', 'pending'].filter((name) => (outputs[name] ?? '0') !== '0')
  return [
    ...(conclusion === 'success' && undelivered.length > 0 ? [`green with ${undelivered.join(', ')} runbooks`] : []),
    ...(/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log) ? ['a defect in the log'] : []),
    ...(/oap_[0-9A-Za-z]{8}/.test(`${log}${summary}`) ? ['a token is readable'] : [])
  ]
}
