import { expect, test } from '@jest/globals'
import { foldName, normalForm } from '../src/normal-form.ts'
import { cpuTime } from './support/cpu-time.ts'

test.each<{ what: string; one: string; other: string; isSame: boolean }>([
  { what: 'line ends', one: 'a\r\nb\rc', other: 'a\nb\nc', isSame: true },
  { what: 'blanks at the ends of lines', one: 'a \t\nb\t', other: 'a\nb', isSame: true },
  { what: 'blanks around the text', one: '\n  a\n\n', other: 'a', isSame: true },
  { what: 'runs of blank lines', one: 'a\n \n\t\n\nb', other: 'a\n\nb', isSame: true },
  { what: 'the Unicode form', one: 'Cafe\u0301', other: 'Caf\u00e9', isSame: true },
  { what: 'a line end', one: 'a\nb', other: 'a b', isSame: false },
  { what: 'a blank line', one: 'a\n\nb', other: 'a\nb', isSame: false },
  { what: 'blanks inside a line', one: 'a  b', other: 'a b', isSame: false },
  { what: 'an indentation', one: 'a\n    b', other: 'a\nb', isSame: false },
  { what: 'case', one: 'a', other: 'A', isSame: false },
  { what: 'compatible characters', one: '\ufb01', other: 'fi', isSame: false }
])('a text with $what changed has the same normal form: $isSame', ({ one, other, isSame }) => {
  expect(normalForm(one) === normalForm(other)).toBe(isSame)
})

test.each<{ what: string; one: string; other: string; isOne: boolean }>([
  { what: 'case', one: 'DISK FULL', other: 'Disk full', isOne: true },
  { what: 'blanks', one: ' Disk\t  full ', other: 'Disk full', isOne: true },
  { what: 'Unicode form', one: 'Cafe\u0301', other: 'Caf\u00e9', isOne: true },
  { what: 'sharp s', one: 'Straße', other: 'STRASSE', isOne: true },
  { what: 'final sigma', one: 'ΟΔΟΣ', other: 'οδος', isOne: true },
  { what: 'a capital that has no form of one character', one: '\u0390', other: '\u03aa\u0301', isOne: true },
  { what: 'escaping for HTML', one: 'Disk &amp; CPU &#39;a&#39;', other: "Disk & CPU 'a'", isOne: true },
  { what: 'an ampersand that escapes nothing', one: 'R&D', other: 'R&amp;D;', isOne: false },
  { what: 'an accent', one: 'resume', other: 'résumé', isOne: false }
])('names that differ in $what are one: $isOne', ({ one, other, isOne }) => {
  expect(foldName(one) === foldName(other)).toBe(isOne)
})

test.each([
  { what: 'blanks inside a line', text: `a${' '.repeat(1 << 18)}x` },
  { what: 'combining characters', text: `a${'\u0301\u0327'.repeat(1 << 17)}` }
])('the form of 256 KiB of $what takes little time', ({ text }) => {
  expect(cpuTime(() => normalForm(text) + foldName(text))).toBeLessThan(1000)
})
