// The suite runs as ES modules on the Action's own runtime; types are checked by `npm run typecheck`, not here.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true }] },
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  // Two cores: a third worker only slows the two that spawn processes.
  maxWorkers: 2,
  testTimeout: 30_000
}
