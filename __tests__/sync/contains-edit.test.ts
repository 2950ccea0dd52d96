import { describe, expect, test } from '@jest/globals'
import { containsEdit } from '../../src/sync/decide/contains-edit.ts'

interface Case {
  readonly name: string
  readonly base?: string
  readonly edit?: string
  readonly file: string
}

const [STEPS, REMOVED] = ['- a\n- b\n- c', '- a\n- c']
/** By default, the edit removes a step. */
const contains = ({ base = STEPS, edit = REMOVED, file }: Case): boolean => containsEdit(file, base, edit)
const [WAIT, NOTE] = ['Wait 5 minutes.\n\n', '## Note\n\nCall the owner.\n\n## Steps']
const [RESTART, NEVER] = ['Restart it.', 'Do NOT restart it.']

test.each<Case>([
  { name: 'the edit itself', base: 'Step 2.', edit: 'Step 2, carefully.', file: 'Step 2, carefully.' },
  { name: 'a new line, and another change elsewhere', base: '1\n2\n3', edit: '1\n2\n3\n4', file: 'One\n2\n3\n4' },
  {
    name: 'a section before a line, and a change of the line above it',
    base: `${WAIT}## Steps`,
    edit: WAIT + NOTE,
    file: `Wait 9 minutes.\n\n${NOTE}`
  },
  {
    name: 'other blank lines, line ends, blanks',
    base: 'A\n\nB',
    edit: 'A\n\nB\n\nC',
    file: 'A  \r\nB\r\n\r\n\r\nC\r\n'
  },
  { name: 'a new step, under other bullets', edit: `${STEPS}\n- d`, file: '* a\n* b\n* c\n* d' },
  {
    name: 'a removed line, and other changes',
    base: `${STEPS}\n- d`,
    edit: `${REMOVED}\n- d`,
    file: '- a\n- c\n- D\n- e'
  },
  {
    name: 'a removed block of code, where the file adds another one',
    base: 'A\n```\ndf\n```\nB\nC',
    edit: 'A\nB\nC',
    file: 'A\nB\nC\n```\nls\n```'
  },
  {
    name: 'a removed rule and tag, which the file has elsewhere',
    base: 'A\n---\n<br>\nB\nC',
    edit: 'A\nB\nC',
    file: 'A\nB\nC\n---\n<br>\nD'
  },
  { name: 'a new line, beside one that the file replaced by two', base: 'A\nB', edit: 'A\nX\nB', file: 'A\nX\nb\nc' },
  { name: 'an edit of nothing but blank lines', base: 'A\nB', edit: 'A\n\n\nB', file: 'A\nB\nC' }
])('the file has the edit: $name', (given) => {
  expect(contains(given)).toBe(true)
})

test.each<Case>([
  { name: 'a removed step, under blank lines of a formatter', file: '- a\n\n- b\n\n- c' },
  { name: 'a removed step, under other bullets', file: '* a\n* b\n* c' },
  {
    name: 'a removed step, under other bullets, where the file has no heading any more',
    base: `# T\n\n${STEPS}`,
    edit: `# T\n\n${REMOVED}`,
    file: '* a, first\n* b\n* c'
  },
  { name: 'a removed step, which the file moves down', file: '- a\n- c\n- b' },
  {
    name: 'a removed number, and the file removes another',
    base: '1. a\n2. b\n3. c',
    edit: '1. a\n2. c',
    file: '1. b\n2. c'
  },
  { name: 'a removed step in other words, where the file removes the one above', file: '- b, carefully\n- c' },
  { name: 'a removed step, which the file joins to the one above', file: '- a, then b\n- c' },
  { name: 'a removed address, which becomes a step', base: 'A\n<ftp://b>\nC', edit: 'A\nC', file: 'A\nC\n- <ftp://b>' },
  { name: 'two edits, and one of the file between them', base: '1\n2\n3', edit: 'one\n2\nIII', file: 'one\ntwo\nIII' },
  { name: 'a replaced line that stays beside the new one', base: RESTART, edit: NEVER, file: `${NEVER}\n${RESTART}` },
  { name: 'the same in another order', base: RESTART, edit: NEVER, file: `${RESTART}\n${NEVER}` },
  { name: 'a new line right below a replaced one', base: '2.', edit: '2, carefully.', file: '2, carefully.\n3.' },
  { name: 'new lines that are apart', base: 'A\nB', edit: 'A\nX\nY\nB', file: 'A\nX\nZ\nY\nB' },
  { name: 'one line, which was added twice', base: '1\n2\n3', edit: '1\nX\n2\nX\n3', file: '1\nX\n3' },
  { name: 'a new line elsewhere', base: 'A\nB\nC', edit: 'A\nX\nB\nC', file: 'A\nB\nC\nX' },
  { name: 'another indentation', base: '- a', edit: '- a\n  - b', file: '- a\n- b' },
  { name: 'one of two edits', base: 'A\nB\nC', edit: 'a\nB\nc', file: 'a\nB\nC' },
  { name: 'more changes than can be compared', base: '', edit: 'x', file: `x\n${'y\n'.repeat(3000)}` }
])('the file has not all of the edit: $name', (given) => {
  expect(contains(given)).toBe(false)
})

/** Numbers from 0 to 1 that are the same in every run. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

describe('of random merges', () => {
  /** A change of a text: from which line, how many lines, and the new ones. */
  interface Change {
    readonly at: number
    readonly removed: number
    readonly added: readonly string[]
  }

  function apply(base: readonly string[], changes: readonly Change[]): string {
    const lines = [...base]
    for (const { at, removed, added } of [...changes].sort((one, other) => other.at - one.at))
      lines.splice(at, removed, ...added)
    return lines.join('\n')
  }

  /** A base of ten lines, of which some are alike, three changes of an edit, and two of the file. Some of them touch. */
  function randomMerge(seed: number) {
    const random = randoms(seed)
    const below = (limit: number): number => Math.floor(random.next().value * limit)
    const base = Array.from({ length: 10 }, () => `Line ${below(20)}`)
    const places = [0, 2, 4, 6, 8].sort(() => below(2) - 0.5)
    const changes = places.map((at, nth): Change => {
      const removed = below(3)
      const added = Array.from({ length: removed === 0 ? 1 + below(2) : below(3) }, (_, line) => `New ${nth}.${line}`)
      return { at, removed, added }
    })
    return { base, edit: changes.slice(0, 3), file: changes.slice(3), below }
  }

  const SEEDS = Array.from({ length: 3000 }, (_, at) => at + 1)

  test('a complete one is mostly taken', () => {
    const refused = SEEDS.filter((seed) => {
      const { base, edit, file } = randomMerge(seed)
      return !containsEdit(apply(base, [...edit, ...file]), base.join('\n'), apply(base, edit))
    })
    // The file has changed lines right beside the edit.
    expect(refused.length / SEEDS.length).toBeLessThan(0.42)
  })

  test('one that lacks a part of the edit is hardly ever taken', () => {
    const taken = SEEDS.filter((seed) => {
      const { base, edit, file, below } = randomMerge(seed)
      const lacking = edit.toSpliced(below(edit.length), 1)
      return containsEdit(apply(base, [...lacking, ...file]), base.join('\n'), apply(base, edit))
    })
    // Lines that are alike: the file has deleted one of them in place of the other.
    expect(taken.length / SEEDS.length).toBeLessThan(0.003)
  })
})
