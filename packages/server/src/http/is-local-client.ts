import type { FastifyRequest } from 'fastify'

/** Whether the client is on this machine; a forwarded request comes from elsewhere, whatever proxy added the header. */
export function isLocalClient({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  if (headers['forwarded'] !== undefined || headers['x-forwarded-for'] !== undefined) return false
  return /^(::1$|(::ffff:)?127\.)/.test(ip)
}
