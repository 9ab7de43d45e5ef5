import { Secret, TOTP } from 'otpauth'
import { PASSWORD, type TestServer } from './test-server.ts'

/** A code of an app with this secret; each step of 30 s has one. */
export const codeOfApp = (secret: string, timestamp: number = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Gives a user an authenticator app, and returns its secret and their recovery codes. */
export async function addAuthenticator(
  server: Pick<TestServer, 'call' | 'signIn'>,
  login: string,
): Promise<{ secret: string; recovery: string[] }> {
  const token = await server.signIn(login)
  const made = await server.call('Factor', 'setUpTotp', { current: PASSWORD }, { token })
  const { secret } = made['data'] as { secret: string }
  const confirmed = await server.call('Factor', 'confirmTotp', { code: codeOfApp(secret) }, { token })
  return { secret, recovery: (confirmed['data'] as { recovery_codes: string[] }).recovery_codes }
}
