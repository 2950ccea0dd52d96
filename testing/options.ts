import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Reads the options of a script. `--help` and a wrong option end it with its usage, because nobody needs the stack of a typo. */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}
