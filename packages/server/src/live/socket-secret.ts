import { equalsInConstantTime, tokenOfCookie } from '#sessions/credentials'

/** The secret of a socket: a browser sends the token bound to its cookie, other clients the secret itself. */
export function secretOf(token: string | undefined, cookie: string | null): string | null {
  if (token === undefined) return null
  if (cookie !== null && equalsInConstantTime(token, tokenOfCookie(cookie))) return cookie
  return token
}
