import { expect, test } from '@jest/globals'
import { formerPlace } from '../../src/cli/place.ts'
import { isSamePlace } from '../../src/runbook/source-line.ts'

interface Case {
  readonly from: string
  /** Where the entries are from. */
  readonly serverUrl: string
  readonly repository: string
}

const CASES: readonly Case[] = [
  { from: 'acme/old-name', serverUrl: 'https://git.example', repository: 'acme/old-name' },
  { from: 'Acme/Old-Name', serverUrl: 'https://git.example', repository: 'acme/old-name' },
  { from: 'https://github.com/acme/ops', serverUrl: 'https://github.com', repository: 'acme/ops' },
  { from: 'http://www.github.com/Acme/ops.git', serverUrl: 'https://github.com', repository: 'acme/ops' },
  { from: 'https://git.example/group/sub/ops/', serverUrl: 'https://git.example', repository: 'group/sub/ops' },
  { from: 'https://git.example/gitea/acme/ops', serverUrl: 'https://git.example/gitea', repository: 'acme/ops' }
]

test.each(CASES)('`--from $from` is $serverUrl, $repository', ({ from, serverUrl, repository }) => {
  const former = formerPlace(from, { serverUrl: 'https://git.example' })
  expect(isSamePlace(former, { serverUrl, repository })).toBe(true)
  expect(isSamePlace(former, { serverUrl, repository: `${repository}-2` })).toBe(false)
})
