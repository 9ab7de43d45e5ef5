import type { FastifyRequest } from 'fastify'

const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether the client is on this machine; a forwarded request comes from elsewhere, no matter which proxy added the header. */
export function isLocalClient({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  return /^(::1$|(::ffff:)?127\.)/.test(ip)
}
