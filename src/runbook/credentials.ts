/** A credential in a text. Its value is kept nowhere. */
export interface Credential {
  /** 1-based. */
  readonly line: number
  /** What it is: `AWS Secret Access Key`. */
  readonly kind: string
}

/** What its author can do. */
export const REMOVE_CREDENTIAL =
  'Remove it, and rotate it: it is in Git already. If it is an example, write `<!-- secretlint-disable-line -->` in its line, or set `secrets: send`.'

/** What documents write in place of a value, in addition to what the library knows. */
const EXAMPLES = [
  '/:(?:pass(?:word)?|changeme|secret|\\*+|x{3,})@/i',
  // A variable, or a name to be replaced: `$PGPASSWORD`, `${TOKEN}`, `${{ secrets.X }}`, `<password>`.
  '/:(?:\\$[A-Za-z_]\\w*|\\$?\\{[^{}@]*\\}|\\$?\\{\\{[^{}@]*\\}\\}|<[^<>@]*>)@/',
  '/@(?:[\\w-]+\\.)*example(?:\\.[a-z]+)?(?![\\w.-])/i',
  '/x{8}/i',
  'T00000000/B00000000/'
]

/** Loaded for the first text: most runs have none to look at. */
let library: ReturnType<typeof load> | undefined

async function load() {
  const [{ lintSource }, { creator, rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend')
  ])
  const options = rules.map(({ meta }) => ({ id: meta.id, options: { allows: EXAMPLES } }))
  return { lintSource, config: { rules: [{ id: creator.meta.id, rule: creator, rules: options }] } }
}

/** The credentials in the text of a file, by line. The library's own comments leave some out. */
export async function findCredentials(text: string): Promise<readonly Credential[]> {
  const { lintSource, config } = await (library ??= load())
  // A rule must not look for a file.
  const source = { filePath: 'runbook.md', content: text, ext: '.md', contentType: 'text' } as const
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true, noPhysicFilePath: true } })
  const found = messages.map(({ loc, message }) => {
    // The values are masked; nothing behind the first asterisk is ours.
    const [, kind = 'credential'] = /^found ([A-Za-z][\w /.-]{1,60}?)\s*[:(]/.exec(message) ?? []
    return { line: loc.start.line, kind }
  })
  return found.sort((one, other) => one.line - other.line)
}

/** `AWS Secret Access Key (line 3)`; where there are several, the first ones. */
export function sayCredentials(found: readonly Credential[]): string {
  const [first, ...more] = found.slice(0, 5).map(({ kind, line }) => `${kind} (line ${line})`)
  const rest = found.length > 5 ? ` and ${found.length - 5} more` : ''
  return [first ?? '', ...more].join(', ') + rest
}
