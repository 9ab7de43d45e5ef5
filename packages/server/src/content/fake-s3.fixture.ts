import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeS3 {
  url: string
  /** By name in the bucket. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>
  /** Responds to this many requests with a server error. */
  fail(times: number): void
  stop(): Promise<void>
}

interface Account {
  key: string
  secret: string
  region: string
  bucket: string
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest()

/**
 * A bucket over HTTP that checks each request like S3 (Signature Version 4): who signed it, the day, region and
 * headers, whether the body is the signed one, and its length.
 */
export async function startFakeS3(account: Account): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  let failures = 0

  /** Problem with the signature of a request; undefined if it is valid. */
  function wrong(request: IncomingMessage, body: Buffer): string | undefined {
    const { headers } = request
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (!match) return 'AuthorizationHeaderMalformed'
    const [, key = '', day = '', region = '', signed = '', signature] = match
    const date = String(headers['x-amz-date'])
    const declared = String(headers['x-amz-content-sha256'])
    if (key !== account.key) return 'InvalidAccessKeyId'
    if (region !== account.region) return 'AuthorizationHeaderMalformed'
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(Date.now() - at) < 15 * 60_000) || !date.startsWith(day)) return 'RequestTimeTooSkewed'
    for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
      if (!signed.split(';').includes(needed)) return `AccessDenied: ${needed} is not signed`
    if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(body)) return 'XAmzContentSHA256Mismatch'
    if (request.method === 'PUT' && declared === 'UNSIGNED-PAYLOAD') return 'the body is not signed'
    const url = new URL(request.url ?? '/', 'http://x')
    const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
    const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = [request.method, url.pathname, query.join('&'), lines.join(''), signed, declared].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
    const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${account.secret}`, day))
    return hmac(signing, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
  }

  const server = createServer((request, response) => {
    void text(request.setEncoding('latin1')).then((latin) => {
      const body = Buffer.from(latin, 'latin1')
      const answer = (status: number, code: string) =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
      if (failures > 0) {
        failures -= 1
        return answer(503, 'SlowDown')
      }
      const fault = wrong(request, body)
      if (fault !== undefined) return answer(403, fault)
      const path = new URL(request.url ?? '/', 'http://x').pathname
      if (!path.startsWith(`/${account.bucket}/`)) return answer(404, 'NoSuchBucket')
      const name = decodeURIComponent(path.slice(account.bucket.length + 2))
      if (request.method === 'PUT') {
        if (Number(request.headers['content-length']) !== body.length) return answer(411, 'MissingContentLength')
        objects.set(name, { bytes: body, type: request.headers['content-type'] })
        return response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
      }
      const found = objects.get(name)
      if (!found) return answer(404, 'NoSuchKey')
      return response.writeHead(200, { 'content-type': found.type ?? 'application/octet-stream' }).end(found.bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail: (times) => void (failures = times),
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
