import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `login`, `logout` and `whoami`. */
export function addSession(program: Command, app: App): void {
  withExamples(program.command('login').description('sign in and stay signed in'), [
    ['tiffin login', 'asks for login and password'],
    ['tiffin login --url https://office.example.com --profile work', 'another server under a name of its own'],
    ['tiffin login --login ann --password-stdin < password.txt', 'without a terminal'],
  ])
    .option('--login <name>', 'who signs in')
    .option('--password-stdin', 'read the password from standard input (or set TIFFIN_PASSWORD)')
    .action(
      action<{ login?: string; passwordStdin?: boolean }>(app, async (call) => {
        const { askText, readPassword } = await import('../ask.ts')
        const { signIn } = await import('../services/session.ts')
        const { boardFile, offlineFolder, renewOfflineData } = await import('../services/offline-data.ts')
        const connection = await call.connect()
        const { protocol, hostname } = new URL(connection.url)
        const near = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
        if (protocol === 'http:' && !near)
          call.say(call.t('The connection is not encrypted: others in the network can read the password'))
        const login = call.options.login ?? (await askText(call, 'Login', '--login'))
        const password = await readPassword(call, call.options.passwordStdin, 'Password')
        const result = await signIn(connection, login, password)
        const [token, user] = [connection.client.session.token(), connection.client.session.user()]
        if (token !== undefined && user)
          await renewOfflineData(offlineFolder(boardFile(call.io.env, connection.store.name, connection.url)), token, user)
        if (call.io.env['TIFFIN_TOKEN']) call.say(call.t('TIFFIN_TOKEN is set and wins over this sign-in'))
        return result
      }),
    )

  withExamples(program.command('logout').description('end the session'), [
    ['tiffin logout', 'this profile'],
    ['tiffin logout --everywhere', 'every session of this person, on all devices'],
  ])
    .option('--everywhere', 'end all sessions of this person')
    .action(
      action<{ everywhere?: boolean }>(app, async (call) => {
        const [{ signOut }, { boardFile, forgetOfflineData, offlineFolder }] = await Promise.all([
          import('../services/session.ts'),
          import('../services/offline-data.ts'),
        ])
        const connection = await call.connect()
        const { reachedServer, wasSignedIn } = await signOut(connection, call.options.everywhere === true)
        forgetOfflineData(offlineFolder(boardFile(call.io.env, connection.store.name, connection.url)))
        if (!wasSignedIn) call.say(call.t('Nobody was signed in'))
        else call.say(call.t(reachedServer ? 'Signed out' : 'Signed out here; the server could not be told'))
      }),
    )

  withExamples(program.command('whoami').description('who is signed in, where, and for which company'), [
    ['tiffin whoami', 'for reading'],
    ['tiffin whoami --json login', 'for scripts; exit code 4 when nobody is'],
  ]).action(action(app, async (call) => (await import('../services/session.ts')).whoami(await call.connect())))
}
