import type { KillableService } from './killable-service.ts'

interface Token {
  readonly id: string
  readonly value: string
}

/** A knowledge base as a step of the workflow reaches it: by a secret, which belongs to one of two workspaces. */
export class KnowledgeBase {
  /** In which deliveries are recorded; `none` where they are not. */
  readonly environment: string
  workspace: string
  /** A person reads that the token was rejected. */
  tokenIsValid = true
  readonly #service: KillableService
  readonly #tokens: Map<string, Token>

  private constructor(service: KillableService, environment: string, tokens: Map<string, Token>) {
    this.#service = service
    this.environment = environment
    this.#tokens = tokens
    this.workspace = [...tokens.keys()][0] ?? ''
  }

  /** @param name of the first workspace. */
  static async create(service: KillableService, name: string, environment: string): Promise<KnowledgeBase> {
    const tokens = new Map<string, Token>()
    for (const workspace of [name, `${name} elsewhere`]) {
      await service.call('createWorkspace', workspace)
      tokens.set(workspace, await service.call('createToken', workspace))
    }
    return new KnowledgeBase(service, environment, tokens)
  }

  get token(): string {
    return this.#tokens.get(this.workspace)?.value ?? ''
  }

  async entries(workspace: string): Promise<ReadonlyMap<string, string>> {
    return new Map(await this.#service.call('entries', workspace))
  }

  /** As in Settings → Access Tokens, with the secret updated. */
  async rotate(): Promise<void> {
    const { workspace } = this
    const { id } = this.#tokens.get(workspace) ?? { id: '' }
    const token = await this.#service.call('rotateToken', id, workspace)
    this.#tokens.set(workspace, token)
    this.tokenIsValid = true
  }

  /** The secret gets a token of the other workspace. */
  async switchWorkspace(): Promise<void> {
    this.workspace = [...this.#tokens.keys()].find((name) => name !== this.workspace) ?? this.workspace
    await this.rotate()
  }
}
