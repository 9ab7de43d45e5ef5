import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as text that is safe in headers, cookies and forms. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret: reading the database does not allow anyone to sign in. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The token that belongs to a session's cookie. Scripts have only this token, which is useless without the cookie. The cookie
 * alone allows only checkAuth, which returns the token again.
 */
export const tokenOfCookie = (secret: string): string => createHmac('sha256', secret).update('tiffin token').digest('base64url')

export function equalsInConstantTime(a: string, b: string): boolean {
  const left = hashSecret(a)
  const right = hashSecret(b)
  return timingSafeEqual(left, right)
}

/** The credentials in a request. */
export interface Credentials {
  bearer: string | null
  cookie: string | null
}

const SECRET = /^[\w-]{20,200}$/

/** Reads the secret of a request from its headers; malformed ones are ignored. */
export function readCredentials(
  headers: { authorization?: string | undefined },
  cookies: Record<string, string | undefined>,
  cookieName: string,
): Credentials {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
  const cookie = cookies[cookieName] ?? null
  return {
    bearer: bearer !== null && SECRET.test(bearer) ? bearer : null,
    cookie: cookie !== null && SECRET.test(cookie) ? cookie : null,
  }
}
