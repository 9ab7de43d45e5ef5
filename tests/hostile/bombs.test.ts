import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from './raw-request.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
})
afterAll(() => server.stop())

const zeros = Buffer.alloc(200_000_000)
const FORM = 'application/x-www-form-urlencoded'
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const bombs: [string, string, () => Buffer][] = [
  ['gzip', FORM, () => gzipSync(zeros)],
  ['br', FORM, () => brotliCompressSync(zeros, quickBrotli)],
  ['deflate', FORM, () => deflateSync(zeros)],
  ['gzip', 'application/json', () => gzipSync(zeros)],
]

interface Used {
  ms: number
  mb: number
}

/** The least of five requests, in this process, which the server shares: a busy machine only adds. */
async function used(send: () => Promise<void>): Promise<Used> {
  const least = { ms: Infinity, mb: Infinity }
  for (let round = 0; round < 5; round += 1) {
    const before = { cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }
    // oxlint-disable-next-line no-await-in-loop -- requests follow each other
    await send()
    const { user, system } = process.cpuUsage(before.cpu)
    least.ms = Math.min(least.ms, (user + system) / 1000)
    least.mb = Math.min(least.mb, (process.memoryUsage.rss() - before.rss) / 1e6)
  }
  return least
}

describe.each(['Auth/login', 'Import/rows', 'Reference/saveData'])('%s with a body that would unpack to 200 MB', (call) => {
  const [api = '', method = ''] = call.split('/')
  it.each(bombs)('refuses %s as %s within 50 ms of processor time and 80 MB', async (encoding, type, bytes) => {
    const body = bytes()
    const path = type === FORM ? '/api' : `/api/${api}/${method}`
    const headers = { 'content-type': type, 'content-encoding': encoding, authorization: `Bearer ${token}` }
    const { ms, mb } = await used(async () => {
      const answer = await rawRequest(server.url, { path, headers, body: [body] })
      expect(answer).toMatchObject({ status: 'FAIL' })
      expect(answer.http).toBeGreaterThanOrEqual(400)
    })
    expect(ms).toBeLessThan(50)
    expect(mb).toBeLessThan(80)
  })
})
