import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { LIST_PATH, UPSERT_PATH } from '../service.ts'

/** One request exactly as given: the headers are pairs, so that one can be doubled or wrong. */
export interface RawRequest {
  readonly method?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  readonly text: string
}

/** Below every client library, which would correct a request before it is sent. */
export function send(url: string, { method = 'GET', headers = [], body, signal }: RawRequest = {}): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const { hostname, port, pathname, search, host } = new URL(url)
  const pairs: (readonly [string, string])[] = [...headers]
  if (!pairs.some(([name]) => name.toLowerCase() === 'host')) pairs.unshift(['Host', host])
  if (body !== undefined && !pairs.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))) {
    pairs.push(['Content-Length', String(Buffer.byteLength(body))])
  }
  const sent = request(
    { hostname, port, path: pathname + search, method, headers: pairs.flat(), agent: false, signal },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() })
      })
    }
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** What a browser keeps of the answer to a sign-in link. */
export function sessionCookie(answer: RawAnswer): string {
  return ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
}

/** Sends a request without its end; the returned function sends the end, and gives all that is answered. */
export function beginRequest(url: string, path: string, token: string, body: string, headers = '') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${headers}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`
  )
  return (): Promise<string> => {
    socket.write(body.slice(5))
    return text(socket)
  }
}

export interface Call {
  readonly token?: string
  readonly headers?: readonly (readonly [string, string])[]
  /** A string or bytes as they are, anything else as JSON. */
  readonly body?: unknown
  readonly method?: string
}

export interface Answer extends Pick<RawAnswer, 'status' | 'headers'> {
  readonly json: Record<string, unknown>
}

/** Calls the API, and compares each answer with the OpenAPI document that the service serves. */
export async function client(url: string) {
  const answerIsDocumented = await validator(url)

  async function call(path: string, { token, headers = [], body, method = 'POST' }: Call): Promise<Answer> {
    const pairs = [...headers]
    if (token !== undefined) pairs.push(['Authorization', `Bearer ${token}`])
    if (!pairs.some(([name]) => name === 'Content-Type')) pairs.push(['Content-Type', 'application/json'])
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    const { status, headers: answered, text: json } = await send(url + path, { method, headers: pairs, body: bytes })
    const answer = { status, headers: answered, json: JSON.parse(json) as Record<string, unknown> }
    answerIsDocumented(path, answer)
    return answer
  }

  return {
    call,
    list: (token: string, page_num: unknown = 1, page_size: unknown = 100) =>
      call(LIST_PATH, { token, body: { page_num, page_size } }),
    upsert: (token: string, name: unknown, content: unknown) => call(UPSERT_PATH, { token, body: { name, content } })
  }
}

interface Described {
  readonly content?: Record<string, unknown>
}

interface Document {
  readonly paths: Record<
    string,
    { readonly post: { readonly responses: Record<string, Described & { $ref?: string }> } }
  >
  readonly components: { readonly responses: Record<string, Described> }
}

async function validator(url: string): Promise<(path: string, answer: Answer) => void> {
  const document = JSON.parse((await send(`${url}/openapi.json`)).text) as Document
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()

  return (path, { status, headers, json }) => {
    const described = document.paths[path]?.post.responses[status]
    const says = `${path} answered ${status}`
    if (described === undefined) throw new Error(`${says}, which is not documented`)
    const name = described.$ref?.split('/').at(-1)
    const { content = {} } = document.components.responses[name ?? ''] ?? described
    const [type = ''] = Object.keys(content)
    if (headers['content-type'] !== type)
      throw new Error(`${says} as ${String(headers['content-type'])}, not as ${type}`)
    const escaped = (key: string) => key.replaceAll('/', '~1')
    const place =
      name === undefined ? `paths/${escaped(path)}/post/responses/${status}` : `components/responses/${name}`
    const pointer = `openapi#/${place}/content/${escaped(type)}/schema`
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer })
    compiled.set(pointer, validate)
    if (!validate(json)) throw new Error(`${says}: ${ajv.errorsText(validate.errors)}`)
  }
}
