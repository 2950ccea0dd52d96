import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'

const MAIN = process.env['RUNBOOK_SYNC_MAIN'] ?? 'dist/index.js'

test('an older Node is named in one error, without a stack', () => {
  const older = `Object.defineProperty(process.versions,'node',{value:'20.1.0'})`
  const options = [
    '--disable-warning=ExperimentalWarning',
    `--import=data:text/javascript,${encodeURIComponent(older)}`
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, MAIN], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(/^::error::Runbook Sync needs Node 24, and this is Node 20\.1\.0\. .*\n$/)
})
