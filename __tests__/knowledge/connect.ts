import { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { Secret } from '../../src/secret.ts'
import { startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

export function connect(baseUrl: string, options: Partial<ClientOptions> = {}): KnowledgeClient {
  const { signal } = new AbortController()
  return new KnowledgeClient({ token: new Secret('oap_test'), baseUrl, signal, trace: () => undefined, ...options })
}

/** A client of a service that answers so, requests for the list, too; and what the client says meanwhile. */
export async function serve(
  behave: Behaviour,
  { tls, ...options }: Partial<ClientOptions> & { readonly tls?: Parameters<typeof startMisbehaving>[1] } = {}
) {
  const service = await startMisbehaving(behave, tls)
  service.list = undefined
  const [traced, said]: [string[], string[]] = [[], []]
  const reports = { trace: (line: string) => traced.push(line), onProgress: (line: string) => void said.push(line) }
  const client = connect(service.url, { ...reports, ...options })
  const close = async (): Promise<void> => {
    await client[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  }
  return { client, service, requests: service.requests, traced, said, [Symbol.asyncDispose]: close }
}
