import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as a text that fits headers, cookies and forms. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** How a secret is kept: whoever reads the database cannot sign in with what is there. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The token that goes with a session's cookie. Scripts hold only this one; without the cookie it opens nothing, and the
 * cookie alone opens nothing but checkAuth, which gives the token again.
 */
export const tokenOfCookie = (secret: string): string => createHmac('sha256', secret).update('tiffin token').digest('base64url')

export function sameText(a: string, b: string): boolean {
  const left = hashSecret(a)
  const right = hashSecret(b)
  return timingSafeEqual(left, right)
}

/** What a request brings to show who it is. */
export interface Credentials {
  bearer: string | null
  cookie: string | null
}

const SECRET = /^[\w-]{20,200}$/

/** Reads the secret of a request from its headers; malformed ones count as none. */
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
