import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Fault = 'none' | 'error' | 'hang-up' | 'nonsense' | 'no-picture' | 'huge' | 'refusal' | 'bad-key' | 'redirect'

export interface FakeImageServices {
  url: string
  /** The fault in the next requests. */
  fault: Fault
  requests: { path: string; headers: IncomingMessage['headers']; body: Buffer }[]
  stop(): Promise<void>
}

/** The image endpoints of OpenAI and remove.bg over HTTP; both respond with `picture`, a PNG. */
export async function startFakeImageServices(picture: Buffer): Promise<FakeImageServices> {
  const requests: FakeImageServices['requests'] = []
  const fake = { fault: 'none' as Fault }

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  function respondWithFault(isOpenAi: boolean, response: ServerResponse): boolean {
    switch (fake.fault) {
      case 'none':
        return false
      case 'error':
        json(response, 500, { error: { message: 'The server had an error with key sk-secret' } })
        return true
      case 'hang-up':
        response.destroy()
        return true
      case 'nonsense':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>')
        return true
      case 'no-picture': {
        const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
        if (isOpenAi) json(response, 200, { data: [{ b64_json: bytes.toString('base64') }] })
        else response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
        return true
      }
      case 'huge':
        response.writeHead(200, { 'content-type': 'image/png' })
        for (let part = 0; part < 40; part += 1) response.write(Buffer.alloc(1024 * 1024, 0x41))
        response.end()
        return true
      case 'refusal':
        if (isOpenAi) json(response, 400, { error: { message: 'Your request was rejected by the safety system' } })
        else json(response, 400, { errors: [{ title: 'Could not identify foreground in image' }] })
        return true
      case 'bad-key':
        json(response, 401, { error: { message: 'Incorrect API key provided: sk-secret' } })
        return true
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
        return true
    }
  }

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body })
      const isOpenAi = path === '/v1/images/generations'
      if (respondWithFault(isOpenAi, response)) return
      if (isOpenAi) json(response, 200, { created: 1, data: [{ b64_json: picture.toString('base64') }] })
      else response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  })
}
