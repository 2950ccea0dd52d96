import { describe, expect, test } from '@jest/globals'
import { Ranking } from '../ranking.ts'

const ENTRIES = [
  { name: 'Restart a broker', description: 'The queue stalls. Alerts: QueueStalled.' },
  { name: 'Node disk is filling up', description: null },
  {
    name: 'Rotate certificates',
    description: 'This alert fires when a certificate expires. Alerts: CertExpiry, TLSOld.'
  },
  { name: 'The café’s till is down', description: 'Строка, 行' },
  { name: 'Disk', description: 'Alerts: NodeDiskFull.' }
]
function found(text: string): string[] {
  using ranking = new Ranking(ENTRIES)
  return ranking.first(5, text).map(({ name }) => name)
}

describe('an alert finds', () => {
  test.each<{ by: string; text: string; first: string | undefined }>([
    { by: 'its name in a description', text: 'CertExpiry', first: 'Rotate certificates' },
    { by: 'its name in any case', text: 'certexpiry', first: 'Rotate certificates' },
    { by: 'the parts of its name in a title', text: 'NodeDiskFillingUp', first: 'Node disk is filling up' },
    { by: 'its whole name before its parts', text: 'NodeDiskFull', first: 'Disk' },
    { by: 'a part in capital letters', text: 'TLS', first: 'Rotate certificates' },
    { by: 'another form of a word', text: 'brokers restarting', first: 'Restart a broker' },
    {
      by: 'one word of many',
      text: 'On host-7: the till (of the shop) has no power',
      first: 'The café’s till is down'
    },
    { by: 'a word without its accent', text: 'cafe', first: 'The café’s till is down' },
    { by: 'a word of another script', text: 'строка', first: 'The café’s till is down' },
    { by: 'no word', text: 'gardening', first: undefined },
    { by: 'an empty text', text: ' \n', first: undefined }
  ])('by $by', ({ text, first }) => {
    expect(found(text)[0]).toBe(first)
  })
})

describe('syntax of FTS5 is text:', () => {
  test.each([
    ...[
      '"',
      '""',
      "'",
      '*',
      'disk*',
      '^disk',
      '"disk',
      'disk"',
      '(disk',
      'NOT disk',
      'disk AND',
      'disk OR OR',
      'NEAR(disk, 2)'
    ],
    ...[
      'name:disk',
      '-name : disk',
      '{name description}: disk',
      'disk + +',
      'disk\0',
      '\0',
      '\ud800disk',
      ': { } [ ] ! % = ;--'
    ],
    ...["'); DROP TABLE summaries; --", 'disk ? ?1 :x @y $z', '\u0301', 'disk\u{e000}']
  ])('%j', (text) => {
    expect(found(text)).toEqual(text.includes('disk') ? ['Disk', 'Node disk is filling up'] : [])
  })
})

test('at most five are found, and of equal ones the first', () => {
  const entries = Array.from({ length: 9 }, (_, id) => ({ id, name: 'Disk full', description: null }))
  using equal = new Ranking(entries)
  expect(equal.first(5, 'disk')).toEqual(entries.slice(0, 5))
})

// SQLite would take minutes: its time grows with the square of the number of words.
test('of a very long text the first words count', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`)
  expect(found(`disk ${words.join(' ')}`)).toHaveLength(2)
  expect(found(`${words.join(' ')} disk`)).toEqual([])
})
