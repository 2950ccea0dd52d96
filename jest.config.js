// The suite runs as ES modules on the Action's own runtime; `npm run check` checks the types.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from './tools/sources.ts'

// Many tests start the Action; the stand-in runner passes this on.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'runbook-sync-compile-cache')

// The bundle, if it was built from the present sources, starts in half the time. `RUNBOOK_SYNC_MAIN=dist/index.js
// RUNBOOK_SYNC_CLI=dist/cli.js` tests the bundles alone.
process.env.RUNBOOK_SYNC_MAIN ??= isBuilt() ? 'dist/index.js' : 'src/index.ts'

// Hundreds of repositories are made and deleted, which takes a fifth less time in memory.
if (isUsable('/dev/shm')) process.env.RUNBOOK_SYNC_TEST_FOLDER ??= '/dev/shm'

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': '<rootDir>/__tests__/support/strip-types.js',
    'workflow-parser/.+\\.js$': '<rootDir>/__tests__/support/json-attributes.js'
  },
  transformIgnorePatterns: ['/node_modules/(?!@actions/workflow-parser/)']
}

/** Folders of `__tests__/` whose tests start processes. */
const END_TO_END = ['action', 'cli', 'testing']

/** Tests of functions, and of whole syncs with a branch in memory: all in one process. */
export const unit = {
  ...shared,
  displayName: 'unit',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  testPathIgnorePatterns: [`/__tests__/(?:${END_TO_END.join('|')}|browser)/`]
}
const endToEnd = {
  ...shared,
  displayName: 'end-to-end',
  testMatch: [`<rootDir>/__tests__/{${END_TO_END}}/**/*.test.ts`]
}
const browser = {
  ...shared,
  displayName: 'browser',
  testMatch: ['<rootDir>/__tests__/browser/**/*.test.ts']
}

export default {
  testSequencer: '<rootDir>/__tests__/support/unit-tests-first.js',
  projects: [unit, endToEnd, browser, '<rootDir>/service'],
  // More than cores: many tests wait for a deadline.
  maxWorkers: 4,
  // With more memory a worker takes longer to start a process: the system copies its page tables. For the same reason
  // package.json has `--no-compilation-cache`: with `--experimental-vm-modules`, that cache of V8 keeps all modules of each file.
  workerIdleMemoryLimit: '90MB',
  testTimeout: 30_000
}

/** Whether a folder has 1 GiB, and programs may run there: containers often have a small one, where none may. */
function isUsable(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return (
      bavail * bsize > 2 ** 30 &&
      !new RegExp(`^\\S+ ${folder} .*noexec`, 'm').test(readFileSync('/proc/mounts', 'utf8'))
    )
  } catch {
    return false
  }
}
