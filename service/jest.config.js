// One of the projects of ../jest.config.js, which also runs alone: `npm test --workspace service`.
export default {
  displayName: 'service',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/../__tests__/support/strip-types.js' }
}
