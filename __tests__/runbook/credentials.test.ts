import { expect, test } from '@jest/globals'
import { findCredentials, sayCredentials } from '../../src/runbook/credentials.ts'
import { awsSecret, gitHubToken, privateKey, random, slackHook, slackToken } from './secret-values.ts'

// What is taken for a credential, and what for an example.

test.each<{ kind: string; text: string }>([
  { kind: 'AWS Secret Access Key', text: `AWS_SECRET_ACCESS_KEY=${awsSecret()}` },
  { kind: 'GitHub Token', text: `export GH_TOKEN=${gitHubToken()}` },
  { kind: 'slack token', text: slackToken() },
  { kind: 'Slack Incoming Webhook', text: `curl ${slackHook()}` },
  { kind: 'private key', text: privateKey() },
  { kind: 'private key', text: privateKey('pkcs8') },
  { kind: 'PostgreSQL connection string', text: `postgres://admin:${random(14)}@db.internal:5432/app` },
  { kind: 'MySQL connection string', text: `mysql://root:${random(14)}@db/app` },
  { kind: 'MongoDB connection string', text: `mongodb+srv://root:${random(14)}@db.internal/app` },
  { kind: 'basic auth credential', text: `curl https://admin:${random(14)}@grafana.acme.com/api` },
  { kind: 'GitLab Personal Access Token', text: ['glpat', random(20)].join('-') }
])('found, with its line and without its value: $kind', async ({ kind, text }) => {
  const found = await findCredentials(`# Title\n\n${text}\n`)
  expect(found).toEqual([{ line: 3, kind }])
})

test.each([
  'AKIAIOSFODNN7EXAMPLE',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'AWS_SECRET_ACCESS_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  '<token> $TOKEN ${{ secrets.X }} password=changeme',
  `ghp_${'x'.repeat(36)}`,
  `glpat-${'X'.repeat(20)}`,
  `xoxb-${'x'.repeat(12)}-${'x'.repeat(12)}-${'x'.repeat(24)}`,
  'https://hooks.slack.com/services/T00000000/B00000000/000000000000000000000000',
  'postgres://admin:$PGPASSWORD@db',
  'postgres://admin:${PGPASSWORD}@db/app',
  'postgres://admin:{{ password }}@db/app',
  'postgres://admin:<password>@db/app',
  'postgres://admin:changeme@db/app',
  'mysql://root:secret@db/app',
  'mysql://root:xxxx@db.acme.com/app',
  'https://user:pass@example.com',
  'https://username:password@grafana.acme.com',
  'https://admin:***@grafana.acme.com',
  'https://admin:hunter2@grafana.example.org/api',
  'https://x:${{ secrets.X }}@github.com/acme/ops',
  `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(16)}\n-----END RSA PRIVATE KEY-----`
])('an example stays one: %s', async (text) => {
  expect(await findCredentials(`# Title\n\n${text}\n`)).toEqual([])
})

test.each([
  {
    name: 'a host that begins like an example',
    of: (value: string) => `mysql://root:${value}@example-db.acme.com/app`
  },
  { name: 'a host that ends like one', of: (value: string) => `mysql://root:${value}@example.acme.com/app` },
  { name: 'a password that begins like one', of: (value: string) => `mysql://root:secret${value}@db/app` },
  { name: 'one beside an example', of: (value: string) => `mysql://root:${value}@db/app mysql://root:secret@db/app` }
])('no example: $name', async ({ of }) => {
  expect(await findCredentials(of(random(14)))).toHaveLength(1)
})

test('a comment of its author makes an example of it', async () => {
  const token = gitHubToken()
  expect(await findCredentials(`${token} <!-- secretlint-disable-line -->\n`)).toEqual([])
  expect(await findCredentials(`<!-- secretlint-disable-next-line -->\n${token}\n`)).toEqual([])
  expect(await findCredentials(`<!-- secretlint-disable-line -->\n${token}\n`)).toHaveLength(1)
})

test('of many, a sentence has the first ones', async () => {
  const found = await findCredentials(Array.from({ length: 7 }, gitHubToken).join('\n'))
  expect(sayCredentials(found.slice(0, 2))).toBe('GitHub Token (line 1), GitHub Token (line 2)')
  expect(sayCredentials(found)).toMatch(/GitHub Token \(line 5\) and 2 more$/)
})
