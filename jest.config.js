// The suite runs as ES modules on the Action's own runtime; types are checked by `npm run typecheck`, not here.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Hundreds of tests start dist/; the stand-in runner passes this on.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'runbook-sync-compile-cache')

export default {
  testEnvironment: 'node',
  testSequencer: '<rootDir>/__tests__/support/unit-tests-first.js',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/__tests__/support/strip-types.js' },
  // More than cores: many tests wait for a deadline.
  maxWorkers: 4,
  testTimeout: 30_000
}
