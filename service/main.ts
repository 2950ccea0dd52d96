import { parseArgs } from 'node:util'
import { UnusableDatabase } from './database.ts'
import { startService, type Service } from './service.ts'

const USAGE = `Usage: npm run service -- [options]

  --port N     port on 127.0.0.1; 0 takes a free one (4180)
  --db FILE    file of the database; without it everything ends with the service
  --control    lets tests direct the service through /_control`

/** Milliseconds between two looks whether the npm that started the service is still there. */
const PARENT_INTERVAL = 500

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4180' },
      db: { type: 'string' },
      control: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) {
    console.error(USAGE)
    return
  }
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new UsageError('--port takes a number from 0 to 65535.')
  const service = await startService({
    port,
    db: values.db,
    control: values.control,
    onSignIn: (nextUrl) => {
      console.error(`The sign-in link was used. The next one: ${nextUrl}`)
    },
    onError: ({ message, cause }) => {
      console.error(`${message} ${cause instanceof Error ? cause.message : ''}`)
    }
  })
  stopOnSignal(service)
  // Only of a new database: the value is shown once.
  if (service.isNew) {
    const { value } = service.tokens.create({ name: 'First token', expiration: '30 days' })
    console.error(`A first access token, valid for 30 days and shown only now:\n\n  ${value}\n`)
  }
  // The only line on stdout: the program that started the service waits for it.
  console.log(`ready ${service.url} sign-in ${service.signInUrl}`)
}

/** The first signal lets requests that have begun be answered; the second one does not wait. */
function stopOnSignal(service: Service): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    void service.close()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.env['npm_lifecycle_event'] === undefined) return
  // npm passes SIGTERM to its shell alone, which ends without its child.
  const parent = process.ppid
  setInterval(() => {
    if (!stopping && process.ppid !== parent) stop()
  }, PARENT_INTERVAL).unref()
}

class UsageError extends Error {}

/** One sentence for an error that a person can do something about, with its stack for any other. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UnusableDatabase) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${USAGE}`
  if (code === 'EADDRINUSE') return 'The port is in use by another process. Choose another one with --port.'
  return error.stack ?? error.message
}

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
