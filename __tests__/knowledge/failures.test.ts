import { expect, test } from '@jest/globals'
import { FAILURES } from '../../src/knowledge/failures.ts'

const FACTS = 'url status said where sign encoding mebibytes host peer code seconds time minutes last most'.split(' ')
const WORDS = 'again Again machine Machine secret asInput environment'.split(' ')
const INPUTS = ['base-url', 'token']

test.each(Object.entries(FAILURES))('%s: braces hold a fact, a word or an input', (_, [, ...sentences]) => {
  const names = sentences.flatMap((sentence) => [...sentence.matchAll(/\{(.*?)\}/g)].map(([, name = '']) => name))
  expect([...FACTS, ...WORDS, ...INPUTS]).toEqual(expect.arrayContaining(names))
})
