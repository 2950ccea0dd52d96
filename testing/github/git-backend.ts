import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { GIT_ENVIRONMENT } from '../git.ts'

/**
 * Serves a bare repository over smart HTTP through `git http-backend`, as far as CGI is needed for it.
 *
 * @param path is the part of the address after the repository: `/info/refs`.
 */
export function serveGit(folder: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = request
  const child = spawn('git', ['http-backend'], {
    env: {
      ...GIT_ENVIRONMENT,
      GIT_PROJECT_ROOT: dirname(folder),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(folder)}${path}`,
      QUERY_STRING: new URL(url, 'http://localhost').search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? '')
    }
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  // The client may be gone before the end.
  response.once('close', () => child.kill())
  let head = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) {
      response.write(chunk)
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const fields = lines.map((line) => line.split(': ') as [string, string])
    const status = fields.find(([name]) => name === 'Status')?.[1]
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(fields.filter(([name]) => name !== 'Status'))
    )
    response.write(head.subarray(end + 4))
  })
  child.once('close', () => response.end())
}
