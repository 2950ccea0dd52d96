import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACTION_FOLDER } from '../../testing/runner/runner.ts'

interface Mutation {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Each takes one rule out of `src/`, and the soak must find it. The comment says what is lost without the rule. */
const TABLE = {
  /** A service that makes copies makes one of each entry, which no API deletes. */
  'canary-off': { file: 'src/sync/deliver/rounds.ts', from: 'const FEW = 3', to: 'const FEW = Infinity' },
  /** A green run ends with a commit that is not the head any more. */
  'no-look-at-the-head-afterwards': {
    file: 'src/sync/sync.ts',
    from: '(await findHead()) === head',
    to: 'head.length > 0'
  },
  /** A page that is empty once makes its entries absent: edits are replaced and not saved. */
  'one-reading-is-enough': {
    file: 'src/sync/read/entry-list.ts',
    from: 'if (!lacksSome(first.rows))',
    to: 'if (!lacksSome(first.rows) || wanted.size > 0)'
  },
  /** The entry of another runbook, copied over this one, is replaced and not saved. */
  'digest-without-the-name': {
    file: 'src/runbook/source-line.ts',
    from: '`${foldName(name)}\\n${text}`',
    to: 'foldName(name).slice(0, 0) + text'
  },
  /** A note of two is lost, because the file has the other one. */
  'edit-is-half-in-its-file': {
    file: 'src/sync/decide/contains-edit.ts',
    from: 'place !== undefined && holds(place, edits)',
    to: 'place === undefined || holds(place, edits)'
  },
  /** The step that somebody removed comes back in other words, or under another number. */
  'removed-step-in-other-words': {
    file: 'src/sync/decide/contains-edit.ts',
    from: 'added.length === wanted',
    to: 'added.length >= wanted'
  },
  /** What was stored, and people have edited since, is sent again over the edit. */
  'write-repeated-without-a-look': {
    file: 'src/knowledge/client.ts',
    from: "await this.#request('POST', path, body, readSuccess)",
    to: "await this.#retry(async () => this.#request('POST', path, body, readSuccess))"
  }
} as const satisfies Record<string, Mutation>

export const MUTATIONS: readonly string[] = Object.keys(TABLE)

/**
 * Makes a copy of the Action that runs its sources, without a rule.
 *
 * @param parent gets the folder of the copy, and is removed by its owner.
 * @returns the folder.
 */
export async function copyWithout(parent: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'action-'))
  for (const part of ['src', 'action.yml', 'package.json'])
    await cp(join(ACTION_FOLDER, part), join(folder, part), { recursive: true })
  await symlink(join(ACTION_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  const sources = { file: 'action.yml', from: 'main: dist/index.js', to: 'main: src/index.ts' }
  for (const { file, from, to } of [sources, TABLE[name as keyof typeof TABLE]]) {
    const text = await readFile(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not have ${from}`)
    await writeFile(
      join(folder, file),
      text.replace(from, () => to)
    )
  }
  return folder
}
