import { parseArgs } from 'node:util'
import { startService, UnusableDatabase, type Service } from './service.ts'

const USAGE = `Usage: npm run service -- [--port 4180] [--db FILE] [--control]

  --port     port on 127.0.0.1; 0 takes a free one
  --db       file that keeps the tokens and entries; without it they end with the service
  --control  lets rehearsals direct the service through /_control`

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
  const service = await startService({
    port: checkedPort(values.port),
    db: values.db,
    control: values.control,
    onSignIn: (nextUrl) => {
      console.error(`That sign-in link is used up. The next one: ${nextUrl}`)
    },
    onError: (error) => {
      console.error(error)
    }
  })
  stopOnSignal(service)
  if (service.isNew) printFirstToken(service)
  // The one line on stdout: whoever starts the service as a child process waits for it.
  console.log(`ready ${service.url} sign-in ${service.signInUrl}`)
}

/** On stderr, because stdout has its one line; only where there was no database, because a value is shown once. */
function printFirstToken(service: Service): void {
  const { value } = service.tokens.create({ name: 'First token', expiration: '30 days' })
  console.error(`A first access token, good for 30 days and shown this once:\n\n  ${value}\n`)
}

/** The first signal lets requests under way be answered; a second one does not wait. */
function stopOnSignal(service: Service): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    stopping = true
    service.close().catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

class UsageError extends Error {}

function checkedPort(value: string): number {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  throw new UsageError('--port takes a number from 0 to 65535.')
}

function explanation(error: unknown): string {
  if (error instanceof UnusableDatabase) return error.message
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${USAGE}`
  if (code === 'EADDRINUSE') return 'The port is in use by another process. Choose another one with --port.'
  if (code === 'EACCES') return 'The port may not be used by this user. Choose another one with --port.'
  return error.stack ?? error.message
}

try {
  await main()
} catch (error) {
  console.error(explanation(error))
  process.exitCode = 1
}
