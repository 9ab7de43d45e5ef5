import type { FastifyRequest } from 'fastify'

/** Whether nobody stands between the client and this machine: what a proxy hands on comes from elsewhere, whoever told of it. */
export function fromThisMachine({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  if (headers['forwarded'] !== undefined || headers['x-forwarded-for'] !== undefined) return false
  return /^(::1$|(::ffff:)?127\.)/.test(ip)
}
