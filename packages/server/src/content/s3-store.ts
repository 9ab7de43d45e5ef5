import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/config'
import { type ContentStore, contentType, contentUnavailable } from './content-store.ts'

/** For one request; a picture has at most a few hundred kB. */
const TIMEOUT_MS = 10_000
/** For requests that fail with an error of the service itself. */
const RETRIES = 2

type S3Config = Pick<Config, 'TIFFIN_S3_KEY' | 'TIFFIN_S3_SECRET' | 'TIFFIN_S3_REGION'>

/** Stores pictures as objects of an S3-compatible bucket. `bucket` is its address, with or without a name prefix. */
export function createS3Store(config: S3Config, bucket: string): ContentStore {
  const client = new AwsClient({
    accessKeyId: config.TIFFIN_S3_KEY ?? '',
    secretAccessKey: config.TIFFIN_S3_SECRET ?? '',
    region: config.TIFFIN_S3_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const base = bucket.replace(/\/*$/, '/')

  async function send(name: string, request: RequestInit): Promise<Response> {
    try {
      return await client.fetch(base + name, { ...request, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw contentUnavailable(error)
    }
  }
  const refused = async (response: Response): Promise<Error> =>
    contentUnavailable(new Error(`S3 answered ${response.status}: ${(await response.text().catch(() => '')).slice(0, 500)}`))

  return {
    async put(name, bytes) {
      const response = await send(name, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': contentType(name),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
        },
      })
      if (!response.ok) throw await refused(response)
      await response.body?.cancel()
    },
    async get(name) {
      const response = await send(name, { method: 'GET' })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok) throw await refused(response)
      try {
        return Buffer.from(await response.arrayBuffer())
      } catch (error) {
        throw contentUnavailable(error)
      }
    },
    // The service makes its own backups.
    async *names() {},
  }
}
