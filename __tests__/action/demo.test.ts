import { expect, test } from '@jest/globals'
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { decodeHTML } from 'entities'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { send, sessionCookie } from '../../service/__tests__/http.ts'

const DEMO = fileURLToPath(new URL('../../testing/demo.ts', import.meta.url))

/** What somebody does when the text is on stdout. */
interface Step {
  readonly at: string
  readonly does: (child: ChildProcessWithoutNullStreams, output: string) => unknown
}

/** Ctrl-C follows if stdin is closed. */
async function openDemo(folder: string, ...steps: Step[]) {
  const env = { ...process.env, RUNBOOK_SYNC_TEST_FOLDER: folder }
  const child = spawn(process.execPath, [DEMO, '--open'], { env })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    if (output.includes('The service runs until Ctrl-C.')) child.kill('SIGINT')
    if (steps[0] !== undefined && output.includes(steps[0].at)) steps.shift()?.does(child, output)
  })
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, complaint }
}

/** What a person does on the screen, after the sign-in that the output offers. */
async function signIn(soFar: string) {
  const [, link = ''] = /^Sign in: (\S+)$/m.exec(soFar) ?? []
  const cookie = ['Cookie', sessionCookie(await send(link))] as const
  const at = (path: string) => new URL(path, link).href
  const get = async (path: string) => (await send(at(path), { headers: [cookie] })).text
  const post = (path: string, form: Record<string, string>) => {
    const headers = [cookie, ['Content-Type', 'application/x-www-form-urlencoded']] as const
    return send(at(path), { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  }
  const tokens = '/workspaces/1/settings/access-tokens'
  return {
    edit: async (name: string, change: (content: string) => string) => {
      const entry = RegExp(`href="([^"]+)"><bdi>${name}<`).exec(await get('/workspaces/1/knowledge'))?.[1] ?? ''
      const form = await get(`${entry}/edit`)
      const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? ''
      const [, content = ''] = /<textarea id="content"[^>]*>\n?([^]*?)<\/textarea>/.exec(form) ?? []
      await post(`${entry}/edit`, { name, content: change(decodeHTML(content)), version })
    },
    /** @returns the value of the new token. */
    rotate: async () => {
      await post(`${tokens}/rotate`, { id: /name="id"\s+value="(\w+)"/.exec(await get(tokens))?.[1] ?? '' })
      return /oap_\w{36}/.exec(await get(`${tokens}/issued`))?.[0] ?? ''
    }
  }
}

// `.ci/run` runs it without options, where it checks itself.
test('npm run demo -- --open: a typo does nothing, pull shows what the file got, and another edit stays until a run replaces it', async () => {
  await using temporary = await temporaryFolder()
  const EDITED = 'Roll back a deploy'
  let screen: Awaited<ReturnType<typeof signIn>>
  let file = ''
  const pull: Step = {
    at: 'paste its new value',
    does: async ({ stdin }, soFar) => {
      const [, source = ''] = /^ +Source: \[.*\]\((\S+)\) /m.exec(soFar) ?? []
      file = (await send(source)).text
      screen = await signIn(soFar)
      await screen.edit(EDITED, (content) => content.replace('Thirty seconds', 'Ten seconds'))
      stdin.write('pul\npull\npull\n')
    }
  }
  const replace: Step = {
    at: 'there is nothing to push.',
    does: async ({ stdin }) => {
      await screen.edit(EDITED, () => 'Call Sam.\n')
      stdin.end(`${await screen.rotate()}\nreplace\n`)
    }
  }
  const { code, output, complaint } = await openDemo(temporary.path, pull, replace)
  expect(file).toMatch(/^# Roll back a deploy$/m)
  const parts = output.split(/^(?:.*(?=“pul”)|By hand |Push [34] )/m)
  const [, typo = '', first = '', push = '', second = '', refused, replaced] = parts
  expect(typo).toMatch(/^“pul”, so nothing was pushed\./)
  expect(first).toMatch(/^ {9}docs\/runbooks\/platform\/roll-back\.md:\n(?: {12}.*\n)* {11}-Thirty seconds/m)
  expect(first).toMatch(/^ {11}\+Ten seconds/m)
  expect(push).toContain('“Roll back a deploy” has the text of Git.')
  expect(second).toContain('No file got an edit, so there is nothing to push.')
  expect(refused).toMatch(/ “Roll back a deploy” edited +red {4}1 refused, 13 unchanged$/m)
  expect(refused).toContain('“Roll back a deploy” is as you left it (a conflict).')
  expect(replaced).toMatch(/ green {2}1 upserted, 13 unchanged$/m)
  expect(replaced).toContain('“Roll back a deploy” has the text of Git.')
  expect(replaced).toMatch(/^ +Your text was saved first, as \S+\/1-roll-back\.md, until/m)
  expect(replaced).toContain('\nNo command can follow, because stdin is closed. The service runs until Ctrl-C.\n')
  expect(output).toMatch(/^The sign-in link was used\. The next one: http/m)
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(await readdir(temporary.path)).toEqual([])
}, 180_000)

// The other scripts read their options by the same function.
test('an unknown option of the demo is an error with the usage, and without a stack', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [DEMO, '--opne'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^Unknown option '--opne'.*\n\n/)
  expect(stderr).toContain('\nnpm run demo ')
  expect(stderr).not.toContain('    at ')
})
