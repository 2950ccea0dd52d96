import sequencer from '@jest/test-sequencer'

/** Runs what starts few processes first: such a test fails within seconds. */
export default class UnitTestsFirst extends sequencer.default {
  sort(tests) {
    const isUnitTest = ({ path }) => !/service[/\\]__tests__|__tests__[/\\](?:action|browser|testing)/.test(path)
    return super.sort(tests).toSorted((a, b) => Number(isUnitTest(b)) - Number(isUnitTest(a)))
  }
}
