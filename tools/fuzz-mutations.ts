import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkTypes, copyAction } from '../testing/soak/mutations.ts'
import { temporaryFolder } from '../testing/temporary-files.ts'

/** Rules of a run, each taken out: file, what stands there, and what stands there instead. */
const MUTATIONS: Readonly<Record<string, readonly [file: string, anchor: string, text: string]>> = {
  'an edit of an older text is sent': [
    'decide',
    "return { kind: 'conflict', reason: `${how}",
    "return { kind: 'send', reason: `${how}"
  ],
  'an edit of the current text is sent': ['decide', "return { kind: 'kept', reason", "return { kind: 'send', reason"],
  'texts are always compared': [
    'decide',
    "origin === 'unclear' || !facts.isComparable) return update",
    "origin === 'unclear') return update"
  ],
  'an entry that was not seen is none': [
    'decide',
    "if (knowledge.absence === 'no list' || replaces)",
    "if (knowledge.absence === 'no list' || knowledge.absence === 'not seen')"
  ],
  'an entry of a runbook may be orphaned': ['decide', '|| mayBeOfRunbook(name)) return []', ') return []'],
  'a list is read once': ['knowledge', 'if (isWhole || names', 'if (nth > 0 || isWhole || names'],
  'an answer is enough': ['confirm', 'if (within === 0 && !isProbe) return', 'if (!isProbe) return'],
  'another version is as good': [
    'confirm',
    'if (content?.includes(entry.version) !== true) continue',
    'if (!isMarked) continue'
  ],
  'a name is enough': [
    'confirm',
    'if (content?.includes(entry.version) !== true) continue',
    'if (content === undefined) continue'
  ]
}

const RUN = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']

/**
 * Takes one rule at a time out of a copy of the sources, and runs the property of `__tests__/sync/fuzz.test.ts` against it.
 *
 * @returns how many were not found.
 */
export async function tryMutations(seed: string, cases: number): Promise<number> {
  let missed = 0
  for (const [name, [file, anchor, text]] of Object.entries(MUTATIONS)) {
    await using parent = await temporaryFolder()
    const folder = await copyAction(parent.path, [[`src/sync/${file}.ts`, anchor, text]])
    await checkTypes(folder)
    for (const part of ['service', 'testing', '__tests__', 'jest.config.js'])
      await cp(part, join(folder, part), { recursive: true })
    const env = { ...process.env, FUZZ_SEED: seed, FUZZ_CASES: String(cases) }
    const options = { cwd: folder, env, maxBuffer: 2 ** 26 }
    const found = await promisify(execFile)(process.execPath, [...RUN, '__tests__/sync/fuzz'], options).then(
      () => undefined,
      (error: unknown) => {
        const { stderr } = error as { readonly stderr: string }
        return /Property failed after (\d+) tests/.exec(stderr)?.[1] ?? stderr
      }
    )
    if (found === undefined) missed++
    console.log(`${name}: ${found === undefined ? `not found in ${cases} cases` : `found after ${found} cases`}`)
  }
  return missed
}
