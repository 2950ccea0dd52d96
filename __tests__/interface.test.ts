import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { DEFAULTS } from '../src/inputs.ts'

interface Item {
  readonly description: string
  readonly default?: string
}

const action = parse(await readFile('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, Item>>
  readonly outputs: Readonly<Record<string, Item>>
  readonly runs: unknown
}
const readme = await readFile('README.md', 'utf8')
const sources = {
  inputs: await readFile('src/inputs.ts', 'utf8'),
  report: await readFile('src/report/report.ts', 'utf8')
}

/** The interface as it was promised: changing this list is a breaking change. */
const INPUTS =
  'token base-url files root mode scope since name front-matter links source-link removed verify shard concurrency ' +
  'timeout retries max-bytes token-expires-on github-token'
const OUTPUTS = 'upserted unchanged refused failed removed retired pending token-rejected base head report'

describe('action.yml', () => {
  test('has exactly the inputs and outputs that were promised', () => {
    expect(Object.keys(action.inputs)).toEqual(INPUTS.split(' '))
    expect(Object.keys(action.outputs)).toEqual(OUTPUTS.split(' '))
  })

  test('runs the bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' })
  })

  test('and inputs.ts have the same defaults, because an empty value does not fall back to the first', () => {
    const { 'github-token': githubToken, ...defaults } = Object.fromEntries(
      Object.entries(action.inputs).flatMap(([name, item]) =>
        item.default === undefined ? [] : [[name, item.default]]
      )
    )
    expect(githubToken).toBe('${{ github.token }}')
    expect(defaults).toEqual(DEFAULTS)
  })

  test.each(INPUTS.split(' '))('input %s is read by inputs.ts and explained in the README', (name) => {
    expect(sources.inputs).toContain(`'${name}'`)
    expect(readme).toContain(`| \`${name}\``)
  })

  test.each(OUTPUTS.split(' '))('output %s is explained in the README', (name) => {
    expect(readme).toContain(`| \`${name}\``)
  })
})
