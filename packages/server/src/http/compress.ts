import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'
import { isLocalClient } from './is-local-client.ts'

/** A smaller response fits into a few packets uncompressed. */
const MIN_BYTES = 8192

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

/** By name in `Accept-Encoding`, best first. Each uses its fastest level, which compresses 5 MB of orders to 3 % in a few ms. */
const encodings = {
  br: (json: Buffer) =>
    asBrotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: json.length } }),
  gzip: (json: Buffer) => asGzip(json, { level: 1 }),
}

/**
 * A large response in an encoding that its client accepts; null if it is sent uncompressed, for example to this machine.
 * Compression runs outside the main thread.
 */
export async function compressed(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  json: Buffer,
): Promise<{ encoding: string; bytes: Buffer } | null> {
  if (json.length < MIN_BYTES || isLocalClient(request)) return null
  const encoding = negotiate((request.headers['accept-encoding'] ?? '').toLowerCase(), ['br', 'gzip'])
  return encoding && { encoding, bytes: await encodings[encoding](json) }
}
