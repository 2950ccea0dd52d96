import { expect, test } from '@jest/globals'
import { FileListBuilder } from '../../src/git/source.ts'

test('of paths whose ending has another case, the list names ten', () => {
  const builder = new FileListBuilder((path) => path.endsWith('.md'))
  for (let at = 1; at <= 12; at++) builder.add(`${at}.MD`, '', undefined)
  expect(builder.list).toMatchObject({ total: 12, files: [] })
  expect(builder.list.otherCase).toHaveLength(10)
})
