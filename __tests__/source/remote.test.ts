import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Secret } from '../../src/secret.ts'
import { GitCommands } from '../../src/source/git-command.ts'
import { openGit } from '../../src/source/git.ts'
import type { Source } from '../../src/source/source.ts'
import { startGitServer, type GitServer } from '../support/git-server.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const BASIC = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`
const all = compilePatterns(['**'])

let folder: string
let server: GitServer
let clone: string
let first: string
let second: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'remote-')))
  const hosted = join(folder, 'hosted/harbour/handbook')
  await git(folder, ['init', '--quiet', '--initial-branch=main', hosted])
  await git(hosted, ['config', 'uploadpack.allowFilter', 'true'])
  await git(hosted, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  const commit = async (text: string): Promise<string> => {
    await writeFile(join(hosted, 'a.md'), text)
    await git(hosted, ['add', '.'])
    await git(hosted, ['commit', '--quiet', '-m', text])
    return git(hosted, ['rev-parse', 'HEAD'])
  }
  first = await commit('one')
  second = await commit('two')
  // http-backend serves the folder that the URL names.
  server = await startGitServer(join(folder, 'hosted'), TOKEN)
  clone = join(folder, 'clone')
})

afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** As actions/checkout: the credentials are in the configuration only while it fetches, unless they persist. */
async function checkOut({ persist = false, filter = false } = {}): Promise<void> {
  const header = `http.${server.url}/.extraheader`
  await git(folder, ['init', '--quiet', clone])
  await git(clone, ['remote', 'add', 'origin', `${server.url}/harbour/handbook`])
  const options = ['--quiet', '--depth=1', ...(filter ? ['--filter=blob:none'] : [])]
  await git(clone, ['-c', `${header}=Authorization: ${BASIC}`, 'fetch', ...options, 'origin', second])
  if (persist) await git(clone, ['config', header, `Authorization: ${BASIC}`])
}

async function open(
  token: string | undefined,
  env: Record<string, string> = {},
  serverUrl = server.url
): Promise<Source> {
  const source = await openGit(clone, {
    workspace: folder,
    env: { ...GIT_ENVIRONMENT, ...env },
    serverUrl,
    repository: 'harbour/handbook',
    token: token === undefined ? undefined : new Secret(token)
  })
  if (source === undefined) throw new Error('no repository')
  return source
}

/** Puts a program before Git on the PATH that writes down every command line that Git is called with. */
async function recordCommands(): Promise<{ env: Record<string, string>; commands: () => Promise<string> }> {
  const log = join(folder, 'commands.log')
  const real = (await git(folder, ['--exec-path'])).trim()
  await writeFile(join(folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}/git' "$@"\n`)
  await chmod(join(folder, 'git'), 0o755)
  return { env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` }, commands: () => readFile(log, 'utf8') }
}

describe('a commit that the clone has not', () => {
  test('is fetched with the credentials that persist', async () => {
    await checkOut({ persist: true })
    await using source = await open(undefined)
    expect(await source.has(first)).toBe(true)
    expect((await source.compare(first, second, all)).differences).toHaveLength(1)
  })

  test('is fetched with the job’s token where none persist, which then stands nowhere', async () => {
    await checkOut()
    const { env, commands } = await recordCommands()
    const asked = server.authorizations.length
    await using source = await open(TOKEN, env)
    const processes: string[] = []
    const watch = setInterval(() => void commandLines().then((lines) => processes.push(lines)), 5)
    expect(await source.has(first)).toBe(true)
    clearInterval(watch)

    expect(server.authorizations.slice(asked)).toContain(BASIC)
    const shown = [await commands(), ...processes, await readFile(join(clone, '.git/config'), 'utf8')].join('\n')
    expect(shown).toContain('fetch')
    expect(shown).not.toContain(TOKEN)
    expect(shown).not.toContain(BASIC.slice('Basic '.length))
  })

  test('is fetched with the job’s token in place of one that has expired', async () => {
    await checkOut()
    await git(clone, ['config', `http.${server.url}/.extraheader`, 'Authorization: Basic b2xk'])
    await using source = await open(TOKEN)
    expect(await source.has(first)).toBe(true)
    // Never both at once, which GitHub refuses.
    expect(server.authorizations.filter((value) => value?.includes(','))).toEqual([])
  })

  test('is fetched from the job’s repository where the clone names no remote', async () => {
    await checkOut()
    await git(clone, ['remote', 'remove', 'origin'])
    await using source = await open(TOKEN)
    expect(await source.has(first)).toBe(true)
  })

  test('is fetched besides settings that the environment gives already', async () => {
    await checkOut()
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.userAgent', GIT_CONFIG_VALUE_0: 'harbour' }
    await using source = await open(TOKEN, env)
    expect(await source.has(first)).toBe(true)
  })

  test('is not asked for, with the token, where a redirect leads', async () => {
    await checkOut()
    await git(clone, ['remote', 'remove', 'origin'])
    const paths: string[] = []
    // Under another path of the same server, where even the header goes along.
    const redirecting = createServer((request, response) => {
      paths.push(`${request.headers.authorization === undefined ? 'anybody' : 'the job'} ${request.url ?? ''}`)
      if (request.url?.startsWith('/elsewhere/'))
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
      else response.writeHead(302, { location: `/elsewhere${request.url ?? ''}` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const { port } = redirecting.address() as AddressInfo
    await using source = await open(TOKEN, {}, `http://127.0.0.1:${port}`)
    expect(await source.has(first)).toBe(false)
    redirecting.close()
    redirecting.closeAllConnections()
    const service = '/harbour/handbook/info/refs?service=git-upload-pack'
    expect(paths).toContain(`the job ${service}`)
    expect(paths.filter((path) => path.startsWith('the job /elsewhere'))).toEqual([])
  })

  test('cannot be had without a login: no question, no secret, a reason', async () => {
    await checkOut()
    await using source = await open('ghs_wrong_and_secret')
    expect(await source.has(first)).toBe(false)
    expect(source.problem).toMatch(/could not read Username|Authentication failed/)
    expect(source.problem).not.toContain('ghs_wrong_and_secret')
  })

  test('that no one has is not asked for again', async () => {
    await checkOut({ persist: true })
    await using source = await open(TOKEN)
    const asked = server.authorizations.length
    expect(await source.has('f'.repeat(40))).toBe(false)
    expect(source.problem).toContain('not our ref')
    expect(server.authorizations.length - asked).toBeLessThanOrEqual(4)
  })
})

test('files that a partial clone has not come with the job’s token, all at once', async () => {
  await checkOut({ filter: true })
  const { env, commands } = await recordCommands()
  await using source = await open(TOKEN, env)
  const { files } = await source.list(second, all)
  await source.prefetch(files)
  await source.prefetch(files)
  const content = await source.read(files[0] ?? { path: '', id: '' }, 10)
  expect(content).toEqual({ kind: 'bytes', bytes: Buffer.from('two') })
  // One without the token, one with it; the second time nothing is missing.
  expect((await commands()).split('\n').filter((line) => /\bfetch --quiet/.test(line))).toHaveLength(2)
})

/** What everybody on the machine can see of the processes. */
async function commandLines(): Promise<string> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines
    .filter((line) => line.includes('git'))
    .join('\n')
    .replaceAll('\0', ' ')
}

describe('a server that never answers', () => {
  let sockets: Socket[]
  let url: string
  let asked: Promise<unknown>
  let commands: GitCommands
  let silent: ReturnType<typeof createTcpServer>

  beforeEach(async () => {
    sockets = []
    const { promise, resolve } = Promise.withResolvers()
    asked = promise
    silent = createTcpServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined).once('data', resolve)
    })
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/harbour/handbook`
    await git(folder, ['init', '--quiet', clone])
    commands = new GitCommands(clone, join(clone, '.git'), GIT_ENVIRONMENT)
  })

  afterEach(async () => {
    const closed = new Promise((resolve) => silent.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })

  test('does not outlast the time of a command', async () => {
    const listing = commands.run(['ls-remote', url], { timeout: 500 })
    await expect(listing).rejects.toThrow('took longer than 0.5 seconds')
    expect(sockets).toHaveLength(1)
  })

  test('does not outlast the job, and nothing is started after it', async () => {
    const listing = commands.run(['ls-remote', url])
    await asked
    await commands[Symbol.asyncDispose]()
    expect((await listing).code).not.toBe(0)
    await expect(commands.run(['version'])).rejects.toThrow('the job has ended')
  })
})
