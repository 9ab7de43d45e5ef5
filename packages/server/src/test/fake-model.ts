import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The faults of the fake model; a number is the HTTP status it returns. */
export type ModelFault = number | 'silence' | 'nonsense' | 'no content' | 'endless'

export interface FakeModel {
  url: string
  /** Its requests, oldest first. */
  requests: { authorization: string | undefined; model: string; messages: { role: string; content: string }[] }[]
  fault: ModelFault | null
  /** Its translation of a text, if not the usual one. */
  answer?: ((text: string) => string) | undefined
  stop(): Promise<void>
}

/** An OpenAI-compatible chat endpoint that "translates" by naming the target language. */
export async function startFakeModel(): Promise<FakeModel> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        model: string
        messages: FakeModel['requests'][number]['messages']
      }
      model.requests.push({ authorization: request.headers.authorization, model: body.model, messages: body.messages })
      const [system, user] = body.messages
      const own = model.answer?.(user?.content ?? '')
      const { fault } = model
      response.setHeader('content-type', 'application/json')
      if (fault === 'silence') return
      if (fault === 'nonsense') return void response.end('<html>not what you think</html>')
      if (fault === 'endless') return void response.end('x'.repeat(3_000_000))
      if (typeof fault === 'number') return void response.writeHead(fault).end('{"error":{"message":"no"}}')
      const target = / to (.+?)\./.exec(system?.content ?? '')?.[1] ?? '?'
      const content = fault === 'no content' ? null : (own ?? `${target}: ${user?.content ?? ''}`)
      response.end(
        JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content } }] }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const model: FakeModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    requests: [],
    fault: null,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return model
}
