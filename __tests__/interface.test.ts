import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { DEFAULTS } from '../src/inputs.ts'

const { inputs } = parse(await readFile('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
}

// An empty value given in `with:` does not fall back to the default of action.yml.
test('action.yml and src/inputs.ts have the same defaults', () => {
  const defaults = Object.entries(inputs).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]]
  )
  expect(Object.fromEntries(defaults)).toEqual({ ...DEFAULTS, 'github-token': '${{ github.token }}' })
})
