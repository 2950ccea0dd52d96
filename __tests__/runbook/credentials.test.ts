import { expect, test } from '@jest/globals'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { findCredentials, sayCredentials, withoutCredentials } from '../../src/runbook/credentials.ts'
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
  expect(await findCredentials(`# Title\n\n${text}\n`)).toEqual([{ line: 3, kind }])
})

test.each([
  'AKIAIOSFODNN7EXAMPLE',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'aws_secret_access_key = je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY',
  '<token> $TOKEN ${{ secrets.X }} password=changeme',
  `ghp_${'x'.repeat(36)}`,
  `glpat-${'X'.repeat(20)}`,
  `xoxb-${'x'.repeat(12)}-${'x'.repeat(12)}-${'x'.repeat(24)}`,
  'SLACK_BOT_TOKEN=xoxb-your-bot-token',
  'glpat-your-gitlab-token-here',
  'https://hooks.slack.com/services/T00000000/B00000000/000000000000000000000000',
  'https://hooks.slack.com/services/T00/B00/XXX',
  'postgres://admin:$PGPASSWORD@db',
  'postgres://admin:{{ password }}@db/app',
  'postgres://admin:<password>@db/app',
  'postgres://admin:changeme@db/app',
  'postgresql://account-api-user:a-secret-password@hostname/account-api_production',
  'postgresql://postgres:[YOUR-PASSWORD]@db.abc.supabase.co:5432/postgres',
  'https://x-access-token:TOKEN@github.com/acme/ops.git',
  'https://username:password@grafana.acme.com',
  'https://admin:***@grafana.acme.com',
  'https://admin:hunter2@grafana.example.org/api',
  'https://orders:orders@grafana.acme.com',
  'postgres://orders_user:orders_pass@db/orders',
  'mysql://root:123456@db/app',
  'postgres://app:test@db/app',
  'jdbc:mysql://app:my-secret@db/app',
  'postgres://user:hunter2@...',
  '["postgres://localhost:5432","ops@acme.com"]',
  'postgres://app:app@localhost:5432/x,postgres://ops:test@localhost:5432/y',
  'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789',
  'ghp_1234567890abcdef1234567890abcdef1234',
  'glpat-abcdefghij1234567890',
  `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(16)}\n-----END RSA PRIVATE KEY-----`
])('an example stays one: %s', async (text) => {
  expect(await findCredentials(`# Title\n\n${text}\n`)).toEqual([])
})

test.each([
  ['a host that begins like an example', 'mysql://root:VALUE@example-db.acme.com/app'],
  ['a host that ends like one', 'mysql://root:VALUE@example.acme.com/app'],
  ['a password that begins like one', 'mysql://root:secretVALUE@db/app'],
  ['one on `localhost`', 'postgres://app:VALUE@localhost:5432/app'],
  ['a user with a trivial name', 'postgres://test:VALUE@db/app'],
  ['a password with digits in a row', 'mysql://root:123456VALUE@db/app'],
  ['one whose user has a part of it', 'mysql://root:rootVALUE@db/app'],
  ['one before an example', 'mysql://root:VALUE@db/a,mysql://root:secret@db/a'],
  ['one behind an example', '"mysql://a:test@db/a","mysql://root:VALUE@db/a"'],
  ['one beside an example', 'mysql://root:VALUE@db/app mysql://root:secret@db/app'],
  ['a token that begins in a row', `ghp_abcdefgh12345678VALUE${random(6)}`]
])('no example: %s', async (_, text) => {
  expect(await findCredentials(text.replace('VALUE', random(14)))).toHaveLength(1)
})

test.each<[string, text: string, ...lines: number[]]>([
  ['its line', 'TOKEN <!-- secretlint-disable-line -->'],
  ['the next line', '<!-- secretlint-disable-next-line -->\r\nTOKEN\r\n'],
  ['a key that begins in the next line', '<!-- secretlint-disable-next-line -->\nKEY'],
  ['no key before it', 'KEY<!-- secretlint-disable-line -->\n', 1],
  ['no other line', '<!-- secretlint-disable-line -->\nTOKEN\n', 2],
  ['the lines up to another one', 'TOKEN\n<!-- secretlint-disable -->\nTOKEN\n<!-- secretlint-enable -->\nTOKEN', 1, 5],
  ['all lines below', 'TOKEN\n<!-- secretlint-disable -->\nTOKEN\n', 1],
  ['with a remark', 'TOKEN # secretlint-disable-line -- of the documents of GitHub'],
  ['none that names a rule', 'TOKEN <!-- secretlint-disable-line github -->', 1]
])('a comment of its author makes an example of %s', async (_, text, ...lines) => {
  const found = await findCredentials(text.replaceAll('TOKEN', gitHubToken()).replace('KEY', privateKey()))
  expect(found.map(({ line }) => line)).toEqual(lines)
})

// It stands behind the kind, so that no kind has a part of it.
test('what the library says ends with the value', () => {
  const values = new Proxy({}, { get: () => 'VALUE' })
  const said = rules.flatMap(({ messages }) => Object.values(messages).map((message) => message.en(values)))
  const others = said.filter((message) => !/^found [A-Za-z0-9][\w '/.-]{1,60}(?:\([^()]*\))?: VALUE$/.test(message))
  expect(others).toEqual(['disable by secretlint-disable comment'])
  expect(said.length).toBeGreaterThan(50)
})

// The runner of the library compares all findings with each other, which takes minutes.
test.each<{ name: string; text: string; found: number }>([
  { name: 'credentials, one a line', text: `${gitHubToken()}\n`.repeat(25_000), found: 25_000 },
  { name: 'credentials in one line', text: 'https://ab:12a4@a.bc '.repeat(50_000), found: 50_000 },
  { name: 'examples', text: 'https://user:pass@example.com\n'.repeat(30_000), found: 0 },
  { name: 'examples in what may be one token', text: `xoxb-${'xxxxxxxx-'.repeat(110_000)}a`, found: 0 },
  { name: 'comments', text: `${gitHubToken()} <!-- secretlint-disable-line -->\n`.repeat(14_000), found: 0 },
  { name: 'rules in a comment', text: `secretlint-disable ${'a,'.repeat(250_000)}\n`.repeat(2), found: 0 },
  { name: 'ends of comments', text: 'secretlint-disable\nsecretlint-enable\n'.repeat(28_000), found: 0 },
  { name: 'keys without an end', text: '-----BEGIN RSA PRIVATE KEY-----\n'.repeat(32_000), found: 0 },
  { name: 'addresses without an end', text: 'postgres://'.repeat(95_000), found: 0 },
  { name: 'a line without an end', text: 'a'.repeat(1024 * 1024), found: 0 }
])('a file full of $name takes little time', async ({ text, found }) => {
  const before = process.cpuUsage()
  expect(await findCredentials(text)).toHaveLength(found)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(4000)
})

const [TOKEN, AWS, ADDRESS] = [gitHubToken(), awsSecret(), `https://admin:${random(14)}@grafana.acme.com`]

test.each<[string, text: string, hidden: string | undefined]>([
  ['without one', 'docs/disk.md', undefined],
  ['one', `The entry “${TOKEN}” stays.`, 'The entry “***” stays.'],
  ['several', `${TOKEN}, ${ADDRESS}/a and ${TOKEN}`, '***, ***/a and ***'],
  ['one whose name belongs to it', `AWS_SECRET_ACCESS_KEY = ${AWS}.`, 'AWS_SECRET_ACCESS_KEY = ***.'],
  ['an example', 'https://user:pass@example.com', undefined],
  ['one that a comment takes for an example', `# secretlint-disable ${TOKEN}`, '# secretlint-disable ***']
])('a text that is to be said has none any more: %s', async (_, text, hidden) => {
  // A key belongs to its name only in one text.
  const texts = ['AWS_SECRET_ACCESS_KEY:', awsSecret(), text, TOKEN]
  const all = await withoutCredentials(texts)
  expect(texts.map((each) => all.get(each))).toEqual([undefined, undefined, hidden, '***'])
})

test('of many, a sentence has the first ones', async () => {
  const found = await findCredentials(Array.from({ length: 7 }, gitHubToken).join('\n'))
  expect(sayCredentials(found.slice(0, 2))).toBe('GitHub Token (line 1), GitHub Token (line 2)')
  expect(sayCredentials(found)).toMatch(/GitHub Token \(line 5\) and 2 more$/)
})
