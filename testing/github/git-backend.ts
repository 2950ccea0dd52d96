import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { GIT_ENVIRONMENT, gitBytes } from '../git.ts'

const VERSION = { GIT_PROTOCOL: 'version=2' }

/** By folder. In version 2 an advertisement says what a server can do, and nothing about refs. */
const advertisements = new Map<string, Promise<Buffer>>()

/**
 * Serves a bare repository to `git fetch` over HTTP, with version 2 of Git's protocol.
 *
 * @param path is the part of the address after the repository: `/info/refs` or `/git-upload-pack`.
 */
export async function serveGit(
  folder: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const answer = (type: string): ServerResponse =>
    response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}`, 'cache-control': 'no-cache' })
  if (path === '/info/refs') {
    const args = ['upload-pack', '--http-backend-info-refs', folder]
    const advertisement = advertisements.get(folder) ?? gitBytes(folder, args, { env: VERSION })
    advertisements.set(folder, advertisement)
    const bytes = await advertisement
    answer('advertisement').end(bytes)
    return
  }
  const child = spawn('git', ['upload-pack', '--stateless-rpc', folder], { env: { ...GIT_ENVIRONMENT, ...VERSION } })
  child.stdin.on('error', () => undefined)
  const isCompressed = request.headers['content-encoding'] === 'gzip'
  const body = isCompressed ? request.pipe(createGunzip()) : request
  body.pipe(child.stdin)
  // The client may be gone before the end.
  response.once('close', () => child.kill())
  child.stdout.pipe(answer('result'))
}
