import { expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { git, initRepository } from '../../testing/git.ts'
import { writeFiles } from '../support/write-files.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** A rule with annotations. */
function rule(alert: string, annotations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(annotations).map(([name, text]) => `      ${name}: ${text}\n`)
  return `  - alert: ${alert}\n    expr: up == 0\n    annotations:\n${lines.join('')}`
}

const GROUP = 'groups:\n- name: node\n  rules:\n'
const RULES = [
  rule('NodeDiskFillingUp', { runbook_url: 'docs/node-disk.md' }),
  rule('QueueStalled', { summary: 'The broker has no leader', runbook_url: 'docs/broker.md' }),
  rule('TLS', { description: 'Certificates expire on {{ $labels.till }}.', runbook_url: 'docs/certificate.md' }),
  rule('Blackout', { runbook_url: 'docs/till.md' }),
  rule('NoRunbook', { summary: 'Till of the shop' })
]
const FILES = {
  'docs/node-disk.md': '# Node disk is filling up\n\nFree some space.\n',
  'docs/broker.md': '# Restart it\n\nA broker that lost its leader.\n',
  'docs/certificate.md': '# Certificates\n\nRenew it.\n',
  'docs/till.md': '# Till of the shop\n\nCall the electrician.\n',
  'rules/node.yml': GROUP + RULES.join(''),
  // The same alert once more, of another place.
  'rules/other.yml': GROUP + rule('NodeDiskFillingUp', { runbook: 'docs/node-disk.md' })
}

test('npm run find counts the alerts whose runbook a search finds', async () => {
  await using folder = await temporaryFolder()
  await initRepository(join(folder.path, '.git'), { objectFormat: 'sha1', place: [folder.path], settings: '' })
  await writeFiles(folder.path, FILES)
  await git(folder.path, ['add', '--all'])
  await git(folder.path, ['commit', '--quiet', '--message=Runbooks'])
  const args = ['tools/find.ts', '--repository=acme/ops', folder.path]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.split('\n')).toEqual([
    ...['4 runbooks, 4 alerts that belong to one of them.', ''],
    ...['| search in | first | among five |', '| --- | --- | --- |'],
    '| title | 50 % | 50 % |',
    '| title and description | 100 % | 100 % |',
    '| title and text | 100 % | 100 % |',
    ''
  ])
  await expect(promisify(execFile)(process.execPath, [...args, '--alerts=docs/**'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^None of 0 alerts belongs to a runbook\./)
  })
})
