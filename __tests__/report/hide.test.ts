import { expect, jest, test } from '@jest/globals'

test('what cannot be searched for credentials is not said', async () => {
  const create = jest.fn().mockImplementation(() => {
    throw new Error('It failed.')
  })
  const rule = { meta: { id: 'rule' }, create }
  jest.unstable_mockModule('@secretlint/secretlint-rule-preset-recommend', () => ({ rules: [rule] }))
  const { hideCredentials } = await import('../../src/report/hide.ts')
  expect(await hideCredentials({ name: 'Disk' }, { hidesCredentials: true })).toBeUndefined()
  expect(await hideCredentials({ name: 'Disk' }, { hidesCredentials: false })).toEqual({ name: 'Disk' })
})
