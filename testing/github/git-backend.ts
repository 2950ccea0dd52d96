import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { GIT_ENVIRONMENT } from '../git.ts'

/**
 * Serves a bare repository to `git fetch` over HTTP, with version 2 of Git's protocol.
 *
 * @param path is the part of the address after the repository: `/info/refs` or `/git-upload-pack`.
 */
export function serveGit(folder: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  const [option, type] =
    path === '/info/refs' ? ['--http-backend-info-refs', 'advertisement'] : ['--stateless-rpc', 'result']
  const env = { ...GIT_ENVIRONMENT, GIT_PROTOCOL: 'version=2' }
  const child = spawn('git', ['upload-pack', option, folder], { env })
  child.stdin.on('error', () => undefined)
  const isCompressed = request.headers['content-encoding'] === 'gzip'
  const body = isCompressed ? request.pipe(createGunzip()) : request
  body.pipe(child.stdin)
  // The client may be gone before the end.
  response.once('close', () => child.kill())
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}`, 'cache-control': 'no-cache' })
  child.stdout.pipe(response)
}
