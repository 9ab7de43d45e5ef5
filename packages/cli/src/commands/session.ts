import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { FactorPrompts } from '../services/session.ts'

/** `login`, `logout` and `whoami`. */
export function addSession(program: Command, app: App): void {
  withExamples(program.command('login').description('sign in and stay signed in'), [
    ['tiffin login', 'asks for login and password'],
    ['tiffin login --web', 'in a browser, also one on another machine'],
    ['tiffin login --url https://office.example.com --profile work', 'another server, in a separate profile'],
    ['tiffin login --login ann --password-stdin < password.txt', 'without prompts'],
    ['tiffin login --token-stdin < token.txt', 'with an access token'],
  ])
    .option('--login <name>', 'your login')
    .option('--password-stdin', 'read the password from standard input (or set TIFFIN_PASSWORD)')
    .option('--code <code>', 'code from your authenticator app, or a recovery code')
    .option('--web', 'show a code, and approve it in the console')
    .option('--token-stdin', 'read an access token from standard input')
    .action(
      action<{ login?: string; passwordStdin?: boolean; code?: string; web?: boolean; tokenStdin?: boolean }>(
        app,
        async (call) => {
          const { promptText, readPassword } = await import('../prompt.ts')
          const { apiError } = await import('@tiffin/sdk/contract')
          const { signIn, signInOnWeb, signInWithToken } = await import('../services/session.ts')
          const { boardFile, offlineFolder, refreshOfflineData } = await import('../services/offline-data.ts')
          const connection = await call.connect()
          const { protocol, hostname } = new URL(connection.url)
          const near = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
          if (protocol === 'http:' && !near)
            call.say(call.t('The connection is not encrypted: others on the network can read the password'))
          if (call.options.tokenStdin === true) return signInWithToken(connection, (await call.io.readInput()).trim())
          if (call.options.web === true)
            return signInOnWeb(connection, (code, page) => {
              call.say(call.t('Open this address in a browser, and approve the code %1:', [code]))
              call.say(page)
            })
          const login = call.options.login ?? (await promptText(call, 'Login', '--login'))
          const password = await readPassword(call, call.options.passwordStdin, 'Password')
          const prompts: FactorPrompts = {
            code: async () => call.options.code ?? promptText(call, 'Code or recovery code', '--code'),
            showSecret(secret, uri) {
              // Scripts can't scan it.
              if (!call.io.interactive) throw apiError('factor_required')
              call.say(call.t('Set up two-step sign-in to continue'))
              call.say(
                call.t('Type this secret into an authenticator app, or open the address on your phone. Then enter its code.'),
              )
              call.say(secret)
              call.say(uri)
            },
            showRecoveryCodes(codes) {
              call.say(call.t('Each code works once in place of a lost phone or passkey. They are not shown again.'))
              for (const code of codes) call.say(code)
            },
          }
          const result = await signIn(connection, { login, password, prompts })
          const [token, user] = [connection.client.session.token(), connection.client.session.user()]
          if (token !== undefined && user)
            await refreshOfflineData(offlineFolder(boardFile(call.io.env, connection.store.name, connection.url)), token, user)
          if (call.io.env['TIFFIN_TOKEN']) call.say(call.t('TIFFIN_TOKEN is set and overrides this sign-in'))
          return result
        },
      ),
    )

  withExamples(program.command('logout').description('sign out'), [
    ['tiffin logout', 'this profile'],
    ['tiffin logout --everywhere', 'sign out on all devices'],
  ])
    .option('--everywhere', 'end all your sessions')
    .action(
      action<{ everywhere?: boolean }>(app, async (call) => {
        const [{ signOut }, { boardFile, forgetOfflineData, offlineFolder }] = await Promise.all([
          import('../services/session.ts'),
          import('../services/offline-data.ts'),
        ])
        const connection = await call.connect()
        const { reachedServer, wasSignedIn, staysValid } = await signOut(connection, call.options.everywhere === true)
        forgetOfflineData(offlineFolder(boardFile(call.io.env, connection.store.name, connection.url)))
        if (!wasSignedIn) call.say(call.t("You weren't signed in"))
        else call.say(call.t(reachedServer ? 'Signed out' : "Signed out on this device, but the server couldn't be reached"))
        if (staysValid) call.say(call.t('The token stays valid: revoke it with tiffin token revoke'))
      }),
    )

  withExamples(program.command('whoami').description('show the signed-in user, server and company'), [
    ['tiffin whoami', 'human-readable'],
    ['tiffin whoami --json login', 'for scripts; exits with 4 if not signed in'],
  ]).action(action(app, async (call) => (await import('../services/session.ts')).whoami(await call.connect())))
}
