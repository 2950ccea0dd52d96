import { describe, expect, test } from '@jest/globals'
import * as described from '../../src/runbook/description.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { convert, nameOf, PATH } from './read.ts'

// What an entry says of itself, so that an assistant finds it.

const summary = (text: string): string => convert(text).summary

describe('the first paragraph that a reader sees is the summary:', () => {
  test.each([
    ['below the title', '# Disk\n\nThe disk is full.\n', 'The disk is full.'],
    ['of a text without a title', 'The disk\nis full.\n\nMore.\n', 'The disk is full.'],
    ['without marks', '# D\n\n[The *graph*](g.md), `df` and **this** &amp; that.\n', 'The graph, df and this & that.'],
    ['but one that is emphasized in part', '# D\n\n**Never** restart it.\n', 'Never restart it.'],
    ['none', '# D\n\n- a\n', ''],
    ['beside links and comments', '# D\n\n<!-- c -->\n\nSee [a](a.md).\n', 'See a.']
  ])('%s', (_, text, expected) => {
    expect(summary(text)).toBe(expected)
  })

  const READ = [
    "import A from './a'",
    'export const b = 1',
    ':::note',
    '{% raw %}',
    '[[_TOC_]]',
    '!!! note',
    '%%c%%',
    '=== Tab'
  ]
  test.each([
    ['a list', '- a list\n\n1. of steps'],
    ['a table', '| a | b |\n| - | - |\n| c | d |'],
    ['a block quote', '> A quote.'],
    ['code', '```\nA fence.\n```\n\n    An indent.'],
    ['HTML', '<p>\nA tag.\n</p>'],
    ['badges, nor a picture', '[![b](b.svg)](b.md) ![c](c.svg)\n\n![d](d.png)'],
    ['a line without letters', '2026-05-02, 10:00'],
    ['one that stands for a heading', '**Table of Contents**\n\n_Notes:_'],
    ['what a generator reads', READ.join('\n\n')],
    ['a thousand other characters', '- a\n'.repeat(400)]
  ])('not %s', (_, before) => {
    expect(summary(`# D\n\n${before}\n\nText.\n`)).toBe('Text.')
  })

  const WORDS = 'Word '.repeat(30)
  test.each([
    ['at the end of a sentence', `${WORDS}ends. ${WORDS}${WORDS}`, /^(?:Word )+ends\.$/],
    ['else of a word', `${WORDS}${WORDS}`, /^(?:Word )+Word$/],
    ['or anywhere', 'W'.repeat(400), /^W+$/]
  ])('at most 250 characters, %s', (_, text, says) => {
    const said = summary(`# D\n\n${text}\n`)
    expect(said.length).toBeLessThanOrEqual(250)
    expect(said).toMatch(says)
  })

  test.each([
    ['paragraphs', 'a\n\n'.repeat(1 << 17)],
    ['badges', '[![a](b)](c)\n\n'.repeat(1 << 16)],
    ['one line of emphasis', '*a '.repeat(1 << 17)]
  ])('a long text of %s takes no more time than converting it', (_, text) => {
    expect(cpuTime(() => convert(text, { nameTemplate: '{path}' }))).toBeLessThan(1500)
  })
})

test.each([
  ['as it is written', 'description: For full disks.', 'For full disks.', true],
  ['on one line', 'description: |\n  For full\n\n  disks.', 'For full disks.', true],
  ['not if it is empty', 'description:', 'Text.', false]
])('the front matter describes a runbook %s', (_, yaml, expected, isDescribed) => {
  expect(convert(`---\n${yaml}\n---\n\n# D\n\nText.\n`)).toMatchObject({ summary: expected, isDescribed })
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

const MANY = Array.from({ length: 1100 }, (_, at) => `Alert${String(at).padStart(4, '0')}`)
const ODD = ['`a`', 'b\nc', 'd (version', 'e (retired', '{{ $f }}', '{% g %}', 'h'.repeat(200), 'Disk (slow)']
test.each<[string, names: readonly string[], expected: string]>([
  ['none', [], ''],
  ['sorted, each once', ['B', 'A', 'B'], '`A`, `B`'],
  ['none that could end the line or the list, or that a template makes', ODD, '`Disk (slow)`'],
  ['as many as fit', MANY, `\`${MANY.slice(0, 54).join('`, `')}\` and 1,046 more`]
])('the names of alerts in a source line: %s', (_, names, expected) => {
  expect(described.alertList(described.listableNames(names))).toBe(expected)
  if (expected !== '') expect(described.isAlertList(expected)).toBe(true)
})

test.each([
  ['behind a sentence', 'It is full.', ['A', 'B'], 'It is full. Alerts: A, B.'],
  ['behind words', 'It is full', ['A'], 'It is full. Alerts: A.'],
  ['alone', '', ['A'], 'Alerts: A.'],
  ['although a longer name is there', 'DiskFull.', ['Disk'], 'DiskFull. Alerts: Disk.'],
  ['not again', 'For DiskFull.', ['DiskFull', 'Other'], 'For DiskFull. Alerts: Other.'],
  ['none', 'It is full', [], 'It is full']
])('a description has the names of alerts: %s', (_, sentence, names, expected) => {
  expect(described.descriptionOf(sentence, names)).toBe(expected)
})

test('a description has a thousand characters at most', () => {
  for (const own of ['', 'Short.', 'Long '.repeat(500)]) {
    const description = described.descriptionOf(described.summaryOf(own, ''), MANY)
    expect(description.length).toBeLessThanOrEqual(1000)
    expect(description).toMatch(/ and [\d,]+ more\.$/)
  }
})
