import sequencer from '@jest/test-sequencer'

/** Runs the unit tests first, because such a test fails within seconds. */
export default class UnitTestsFirst extends (sequencer.default ?? sequencer) {
  sort(tests) {
    const isUnitTest = ({ context }) => context.config.displayName?.name === 'unit'
    return super.sort(tests).toSorted((one, other) => Number(isUnitTest(other)) - Number(isUnitTest(one)))
  }
}
