import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { TEMPORARY } from '../../testing/temporary-files.ts'
import { send, sessionCookie } from '../../service/__tests__/http.ts'

const DEMO = fileURLToPath(new URL('../../testing/demo.ts', import.meta.url))

/** Where the demo makes its temporary files. */
let temporary = ''

beforeEach(async () => {
  temporary = await mkdtemp(join(TEMPORARY, 'demo-test-'))
})

afterEach(async () => {
  await rm(temporary, { recursive: true, force: true })
})

type Child = ChildProcessWithoutNullStreams

/** @param step is taken once, when the text is on stdout. */
async function demo(args: readonly string[], at = '', step?: (child: Child, output: string) => unknown) {
  const child = spawn(process.execPath, [DEMO, ...args], {
    env: { ...process.env, RUNBOOK_SYNC_TEST_FOLDER: temporary }
  })
  let next = step
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    if (next === undefined || !output.includes(at)) return
    next(child, output)
    next = undefined
  })
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, complaint }
}

// `.ci/run` runs it without options, where it checks itself.
describe('npm run demo', () => {
  /** Edits an entry and rotates the token on the screen. @returns the value of the new token. */
  async function editAndRotate(signInUrl: string, name: string, content: string): Promise<string> {
    const cookie = ['Cookie', sessionCookie(await send(signInUrl))] as const
    const at = (path: string) => new URL(path, signInUrl).href
    const get = async (path: string) => (await send(at(path), { headers: [cookie] })).text
    const post = (path: string, form: Record<string, string>) => {
      const headers = [cookie, ['Content-Type', 'application/x-www-form-urlencoded']] as const
      return send(at(path), { method: 'POST', headers, body: new URLSearchParams(form).toString() })
    }
    const entry = RegExp(`href="([^"]+)"><bdi>${name}<`).exec(await get('/workspaces/1/knowledge'))?.[1] ?? ''
    const version = /name="version" value="([^"]+)"/.exec(await get(`${entry}/edit`))?.[1] ?? ''
    await post(`${entry}/edit`, { name, content, version })
    const tokens = '/workspaces/1/settings/access-tokens'
    await post(`${tokens}/rotate`, { id: /name="id"\s+value="(\w+)"/.exec(await get(tokens))?.[1] ?? '' })
    return /oap_\w{36}/.exec(await get(`${tokens}/issued`))?.[0] ?? ''
  }

  test('npm run demo -- --open: what a person wrote on the screen stays, until a run by hand replaces it', async () => {
    let file = ''
    const asAPerson = async ({ stdin }: Child, soFar: string) => {
      const [, source = ''] = /^ +Source: \[.*\]\((\S+)\) /m.exec(soFar) ?? []
      file = (await send(source)).text
      const link = /^Sign in: (\S+)$/m.exec(soFar)?.[1] ?? ''
      stdin.end(`${await editAndRotate(link, 'Roll back a deploy', 'Call Sam.\n').catch(String)}\nreplace\n`)
    }
    const { code, output, complaint } = await demo(['--open'], 'paste its new value', asAPerson)
    expect(file).toMatch(/^# Roll back a deploy$/m)
    const [, third = ''] = output.split(/^Push 3 /m)
    const [refused, replaced] = third.split(/^By hand /m)
    expect(refused).toMatch(/ “Roll back a deploy” edited +red {4}1 refused, 13 unchanged$/m)
    expect(refused).toContain('“Roll back a deploy” is as you left it (a conflict).')
    expect(replaced).toMatch(/ green {2}1 upserted, 13 unchanged$/m)
    expect(replaced).toContain('“Roll back a deploy” has the text of Git.')
    expect(replaced).toMatch(/^ +Your text was saved first, as \S+\/1-roll-back\.md, until/m)
    expect(output).toMatch(/^The sign-in link was used\. The next one: http/m)
    expect(output).toMatch(/^All \d+ checks passed\. /m)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(await readdir(temporary)).toEqual([])
  }, 180_000)
})
