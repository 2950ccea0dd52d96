import { describe, expect, test } from '@jest/globals'
import { foldName, normalForm } from '../src/normal-form.ts'
import { cpuTime } from './support/cpu-time.ts'

describe('a text has the same normal form although a service changes', () => {
  test.each<[string, one: string, other: string]>([
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['blanks at the ends of lines', 'a \t\nb\t', 'a\nb'],
    ['blanks around the text', '\n  a\n\n', 'a'],
    ['runs of blank lines', 'a\n \n\t\n\nb', 'a\n\nb'],
    ['the Unicode form', 'Cafe\u0301', 'Caf\u00e9']
  ])('%s', (_, one, other) => {
    expect(normalForm(one)).toBe(normalForm(other))
    expect(normalForm(one)).not.toBe(normalForm(`${other}.`))
  })

  test.each<[string, one: string, other: string]>([
    ['a line end', 'a\nb', 'a b'],
    ['a blank line', 'a\n\nb', 'a\nb'],
    ['blanks inside a line', 'a  b', 'a b'],
    ['an indentation', 'a\n    b', 'a\nb'],
    ['case', 'a', 'A'],
    ['compatible characters', '\ufb01', 'fi']
  ])('but not %s', (_, one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other))
  })
})

describe('names that a service may take for one', () => {
  test.each<[string, one: string, other: string, isOne: boolean]>([
    ['case', 'DISK FULL', 'Disk full', true],
    ['blanks', ' Disk\t full ', 'Disk full', true],
    ['two blanks', 'Disk  full', 'disk full', true],
    ['Unicode form', 'Cafe\u0301', 'Caf\u00e9', true],
    ['sharp s', 'Straße', 'STRASSE', true],
    ['final sigma', 'ΟΔΟΣ', 'οδος', true],
    ['a letter whose capital has no form of one character', '\u0390', '\u03aa\u0301', true],
    ['an accent behind a letter below', '\u1fb4', '\u03b1\u0345\u0301', true],
    ['escaping for HTML', 'Disk &amp; CPU &#39;a&#39;', "Disk & CPU 'a'", true],
    ['another name', 'Disk', 'Disks', false],
    ['an ampersand that escapes nothing', 'R&D', 'R&amp;D;', false],
    ['an accent', 'resume', 'résumé', false]
  ])('%s', (_, one, other, isOne) => {
    expect(foldName(one) === foldName(other)).toBe(isOne)
  })

  test('a folded name is its own fold', () => {
    for (const name of ['İstanbul', '\u01f0', '\u0345', 'ŉ', 'Disk  '])
      expect(foldName(foldName(name))).toBe(foldName(name))
  })
})

test.each<[string, text: string]>([
  ['blanks inside a line', `a${' '.repeat(1 << 18)}x`],
  ['blank lines', `a${' \n'.repeat(1 << 17)}x`],
  ['combining characters', `a${'\u0301\u0327'.repeat(1 << 17)}`],
  ['combining characters between letters', 'a\u0301\u0327'.repeat(1 << 16)]
])('the form of 256 KiB of %s takes little time', (_, text) => {
  expect(cpuTime(() => normalForm(text) + foldName(text))).toBeLessThan(1000)
})
