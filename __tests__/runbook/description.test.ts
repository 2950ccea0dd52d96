import { describe, expect, test } from '@jest/globals'
import {
  alertList,
  describe as describeAs,
  isAlertList,
  listableNames,
  summaryOf
} from '../../src/runbook/description.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { convert, nameOf, PATH } from './read.ts'

// What an entry says of itself, so that an assistant finds it.

const summary = (text: string): string => convert(text).summary

describe('the first paragraph that a reader sees is the summary:', () => {
  test.each<{ name: string; text: string; expected: string }>([
    { name: 'below the title', text: '# Disk\n\nThe disk is full.\n', expected: 'The disk is full.' },
    { name: 'of a text without a title', text: 'The disk\nis full.\n\nMore.\n', expected: 'The disk is full.' },
    {
      name: 'without marks of links, code and emphasis',
      text: '# D\n\nSee [the *graph*](g.md), `df` and **this** &amp; that.\n',
      expected: 'See the graph, df and this & that.'
    },
    { name: 'not a list', text: '# D\n\n- a list\n\n1. of steps\n\nText.\n', expected: 'Text.' },
    { name: 'not a table', text: '# D\n\n| a | b |\n| - | - |\n| c | d |\n\nText.\n', expected: 'Text.' },
    { name: 'not a block quote', text: '# D\n\n> A quote.\n\nText.\n', expected: 'Text.' },
    { name: 'not code', text: '# D\n\n```\nA fence.\n```\n\n    An indent.\n\nText.\n', expected: 'Text.' },
    { name: 'not HTML', text: '# D\n\n<p>\nA tag.\n</p>\n\nText.\n', expected: 'Text.' },
    {
      name: 'not badges, nor a picture',
      text: '# D\n\n[![b](b.svg)](b.md) ![c](c.svg)\n\n![d](d.png)\n\nText.\n',
      expected: 'Text.'
    },
    { name: 'not a line without letters', text: '# D\n\n2026-05-02, 10:00\n\nText.\n', expected: 'Text.' },
    {
      name: 'not one that stands for a heading',
      text: '# D\n\n**Table of Contents**\n\n_Notes:_\n\nText.\n',
      expected: 'Text.'
    },
    {
      name: 'but one that is emphasized in part',
      text: '# D\n\n**Never** restart it.\n',
      expected: 'Never restart it.'
    },
    {
      name: 'not what a generator reads',
      text: "# D\n\nimport A from './a'\n\nexport const b = 1\n\n:::note\n\n{% raw %}\n\n[[_TOC_]]\n\n!!! note\n\n%%c%%\n\n=== Tab\n\nText.\n",
      expected: 'Text.'
    },
    { name: 'none', text: '# D\n\n- a\n', expected: '' },
    { name: 'one behind a thousand characters', text: `# D\n\n${'- a\n'.repeat(400)}\n\nText.\n`, expected: 'Text.' },
    { name: 'beside links and comments', text: '# D\n\n<!-- c -->\n\nSee [a](a.md).\n', expected: 'See a.' }
  ])('$name', ({ text, expected }) => {
    expect(summary(text)).toBe(expected)
  })

  test.each<{ name: string; text: string; end: string }>([
    { name: 'at the end of a sentence', text: `${'Word '.repeat(30)}ends. ${'More '.repeat(40)}`, end: 'Word ends.' },
    { name: 'else of a word', text: 'Word '.repeat(100), end: 'Word Word' },
    { name: 'or anywhere', text: 'W'.repeat(400), end: 'W' }
  ])('at most 250 characters, $name', ({ text, end }) => {
    const said = summary(`# D\n\n${text}\n`)
    expect(said.length).toBeLessThanOrEqual(250)
    expect(text.startsWith(said)).toBe(true)
    expect(said.endsWith(end)).toBe(true)
  })

  test.each([
    { name: 'paragraphs', text: 'a\n\n'.repeat(1 << 17) },
    { name: 'badges', text: '[![a](b)](c)\n\n'.repeat(1 << 16) },
    { name: 'one line of emphasis', text: '*a '.repeat(1 << 17) }
  ])('a long text of $name takes no more time than converting it', ({ text }) => {
    expect(cpuTime(() => convert(text, { nameTemplate: '{path}' }))).toBeLessThan(1500)
  })
})

describe('the front matter describes a runbook', () => {
  test.each<{ name: string; yaml: string; expected: string; isDescribed: boolean }>([
    { name: 'as it is written', yaml: 'description: For full disks.', expected: 'For full disks.', isDescribed: true },
    {
      name: 'on one line',
      yaml: 'description: |\n  For full\n\n  disks.',
      expected: 'For full disks.',
      isDescribed: true
    },
    { name: 'not if it is empty', yaml: 'description:', expected: 'Text.', isDescribed: false }
  ])('$name', ({ yaml, expected, isDescribed }) => {
    const read = convert(`---\n${yaml}\n---\n\n# D\n\nText.\n`)
    expect({ summary: read.summary, isDescribed: read.isDescribed }).toEqual({ summary: expected, isDescribed })
  })
})

describe('a skill', () => {
  const skill = 'skills/disk/SKILL.md'
  test.each([
    ['is named by its title', '---\nname: disk-full\ntitle: Disk\n---\n# H1\n\nText.\n', skill, 'Disk'],
    ['else by its H1', '---\nname: disk-full\n---\n# H1\n\nText.\n', skill, 'H1'],
    ['else by its `name`', '---\nname: disk-full\n---\nText.\n', skill, 'disk-full'],
    ['else by its folder', 'Text.\n', skill, 'disk'],
    ['but no other file by its `name`', '---\nname: disk-full\n---\nText.\n', PATH, 'full']
  ])('%s', (_, text, path, expected) => {
    expect(nameOf(text, {}, path)).toBe(expected)
  })
})

test.each<{ name: string; names: readonly string[]; expected: string }>([
  { name: 'none', names: [], expected: '' },
  { name: 'sorted, each once', names: ['B', 'A', 'B'], expected: '`A`, `B`' },
  {
    name: 'none that could end the line or the list, or that a template makes',
    names: ['`a`', 'b\nc', 'd (version', 'e (retired', '{{ $f }}', '{% g %}', 'h'.repeat(200), 'Disk (slow)'],
    expected: '`Disk (slow)`'
  },
  {
    name: 'as many as fit',
    names: Array.from({ length: 1100 }, (_, at) => `Alert${String(at).padStart(4, '0')}`),
    expected: `${Array.from({ length: 54 }, (_, at) => `\`Alert${String(at).padStart(4, '0')}\``).join(', ')} and 1,046 more`
  }
])('the names of alerts in a source line: $name', ({ names, expected }) => {
  expect(alertList(listableNames(names))).toBe(expected)
  if (expected !== '') expect(isAlertList(expected)).toBe(true)
})

test.each([
  ['behind a sentence', 'It is full.', ['A', 'B'], 'It is full. Alerts: A, B.'],
  ['behind words', 'It is full', ['A'], 'It is full. Alerts: A.'],
  ['alone', '', ['A'], 'Alerts: A.'],
  ['although a longer name is there', 'DiskFull.', ['Disk'], 'DiskFull. Alerts: Disk.'],
  ['not again', 'For DiskFull.', ['DiskFull', 'Other'], 'For DiskFull. Alerts: Other.'],
  ['none', 'It is full', [], 'It is full']
])('a description has the names of alerts: %s', (_, sentence, names, expected) => {
  expect(describeAs(sentence, names)).toBe(expected)
})

test('a description has a thousand characters at most', () => {
  const names = Array.from({ length: 500 }, (_, at) => `Alert${at}`)
  for (const own of ['', 'Short.', 'Long '.repeat(500)]) {
    const description = describeAs(summaryOf(own, ''), names)
    expect(description.length).toBeLessThanOrEqual(1000)
    expect(description).toMatch(/ and \d+ more\.$/)
  }
})
