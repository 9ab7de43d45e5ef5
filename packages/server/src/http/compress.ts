import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { fromThisMachine } from './from-this-machine.ts'

/** Below this many bytes an answer fits into a few packets as it is. */
const LEAST = 8192

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

/** By name in `Accept-Encoding`, the best first; the quickest level of each, which takes 5 MB of orders in some ms, to 3 %. */
const encodings: Readonly<Record<string, (json: Buffer) => Promise<Buffer>>> = {
  br: (json) =>
    asBrotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: json.length } }),
  gzip: (json) => asGzip(json, { level: 1 }),
}

/**
 * A large answer in the encoding that its client takes; null where it is sent as it is, such as to this machine itself. The work
 * is done beside the main thread.
 */
export async function compressed(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  json: Buffer,
): Promise<{ encoding: string; bytes: Buffer } | null> {
  if (json.length < LEAST || fromThisMachine(request)) return null
  const taken = acceptedBy(request.headers['accept-encoding'])
  const found = Object.entries(encodings).find(([name]) => taken.has(name))
  if (!found) return null
  const [encoding, compress] = found
  return { encoding, bytes: await compress(json) }
}

/** The names that a header lists, without those that it rules out by `q=0`. */
function acceptedBy(header: string | string[] | undefined): ReadonlySet<string> {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
  return new Set(parts.filter(([, quality = '']) => !/^q=0(\.0*)?$/.test(quality)).map(([name = '']) => name))
}
