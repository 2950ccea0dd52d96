import { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { ClientOptions } from '../../src/knowledge/connection.ts'
import { Secret } from '../../src/secret.ts'

export function connect(baseUrl: string, options: Partial<ClientOptions> = {}): KnowledgeClient {
  const { signal } = new AbortController()
  return new KnowledgeClient({ token: new Secret('oap_test'), baseUrl, signal, trace: () => undefined, ...options })
}
