import type { Call } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import { DEFAULT_URL } from '../global-options.ts'
import { createProgress, formatProgress } from '../progress.ts'
import { loadServer, type Server } from './load-server.ts'
import { stopSignal, serverEnv } from './local-server.ts'
import type { CommandTranslate, PlainCommandKey } from '../texts/command-key.ts'

interface Flags {
  port?: string
  host?: string
  home?: string
  insecureLan?: boolean
}

const steps = {
  wait: 'Waiting for another server to finish starting',
  copy: 'Copying database binaries',
  create: 'Creating the database',
  start: 'Starting the database',
  roles: 'Creating database roles',
  migrate: 'Updating the database',
  listen: 'Opening the port',
  simulator: 'Starting the simulator',
  accounts: 'Creating users and companies',
  company: 'Creating users and companies',
  orders: 'Creating orders',
  history: 'Writing order history',
  indexes: 'Building indexes',
  done: 'Demo data is ready',
} satisfies Record<string, PlainCommandKey>

/**
 * Runs the service that `start` returns until a signal to stop. If the signal arrives during the start, the start is abandoned
 * at its next step; `start` itself stops everything it has already started, such as the database.
 */
async function runUntilStopped<R extends { stop: () => Promise<void> }>(
  { io, t }: Pick<Call<object>, 'io' | 't'>,
  start: (signal: AbortSignal) => Promise<R>,
  report: (running: R) => string,
): Promise<void> {
  const signal = stopSignal()
  const stopping = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  void stopping.then(() => io.err(`${t('Stopping …')}\n`))
  const running = await start(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (!running) return
  if (!signal.aborted) io.err(`${report(running)}\n`)
  await stopping
  await running.stop()
}

/** Runs the production server until it is asked to stop. */
export async function serve({ io, options, t }: Call<Flags>): Promise<void> {
  const { readConfig, startServer } = await loadServer()
  const progress = createProgress(io)
  const config = readConfig(serverEnv(io.env, options))
  const start = (signal: AbortSignal) =>
    startServer(config, {
      onProgress(step) {
        signal.throwIfAborted()
        progress.show(`${t(steps[step])} …`, true)
      },
    }).finally(progress.end)
  await runUntilStopped({ io, t }, start, (server) => t('Tiffin is running at %1', [server.url]))
}

/** Runs the demo: fills an empty database, serves it, and simulates customers. */
export async function demo({ io, options, t }: Call<Flags & { speed?: string }>): Promise<void> {
  const speed = options.speed === undefined ? undefined : Number(options.speed)
  if (speed !== undefined && !(speed >= 0))
    throw wrongUsage('%1 must be a number: %2', { params: ['--speed', options.speed ?? ''] })
  const { readConfig, startDemo } = await loadServer()
  const progress = createProgress(io)
  const began = Date.now()
  let shownText = ''
  const config = readConfig({ TIFFIN_LOG: 'warn', ...serverEnv(io.env, options) })
  const start = (signal: AbortSignal) =>
    startDemo(config, {
      ...(speed === undefined ? {} : { speed }),
      onProgress(step) {
        signal.throwIfAborted()
        const name = typeof step === 'string' ? step : step.seed
        const text = `${t(steps[name])} …`
        const part =
          !io.errIsTerminal || typeof step === 'string' || step.orders === 0
            ? ''
            : ` ${formatProgress(step.orders, step.of, (Date.now() - began) / 1000)}`
        progress.show(text + part, text !== shownText)
        shownText = text
      },
    }).finally(progress.end)
  await runUntilStopped({ io, t }, start, (running) => welcome(running, t))
}

/** Prints where the demo runs and how to use it; scripts that start it wait for the address. */
type Demo = Awaited<ReturnType<Server['startDemo']>>

function welcome({ url, accounts }: Pick<Demo, 'url' | 'accounts'>, t: CommandTranslate): string {
  const widest = Math.max(...accounts.map(({ login }) => login.length))
  const at = url === DEFAULT_URL ? '' : ` --url ${url}`
  const next: [command: string, text: string][] = [
    [`npm run board${at === '' ? '' : ` --${at}`}`, t('the order board in this terminal')],
    [`npm run tiffin -- login${at}`, t('sign in on the command line')],
    [`npm run tiffin -- orders list${at}`, t('list open orders')],
    ['npm run tiffin -- --help', t('everything else')],
  ]
  const longest = Math.max(...next.map(([command]) => command.length))
  return [
    '',
    t('Tiffin is running at %1', [url]),
    '',
    t('Sign in as one of these, with the password %1:', [accounts[0]?.password ?? '']),
    ...accounts.map(({ login, about }) => `  ${login.padEnd(widest)}  ${t(about)}`),
    '',
    t('Next, in another terminal:'),
    ...next.map(([command, text]) => `  ${command.padEnd(longest)}  ${text}`),
    '',
    t('Press Ctrl+C to stop.'),
    '',
  ].join('\n')
}
