import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  stop(): void
}

/** `lose`: the server gets the call, but its answer is dropped. `fail`: a server error. */
type Decision = 'pass' | 'hold' | 'drop' | 'lose' | 'fail'

/** A proxy that drops or holds calls, or drops their responses, as `decide` returns for each body and path. */
export async function startProxy(
  target: string,
  decide: (body: string, path: string) => Decision | Promise<Decision>,
): Promise<Proxy> {
  const proxy = createServer((incoming, outgoing) => {
    const forward = async (): Promise<void> => {
      const body = Buffer.concat(await incoming.toArray())
      const decision = await decide(body.toString(), incoming.url ?? '')
      if (decision === 'drop') incoming.socket.destroy()
      if (decision === 'fail') {
        outgoing.writeHead(500, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ status: 'FAIL', code: 'server_error', error: 'Server error' }))
      }
      if (decision !== 'pass' && decision !== 'lose') return
      const headers = { ...incoming.headers, host: new URL(target).host }
      request(target + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
        if (decision === 'lose') return void incoming.socket.destroy()
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      }).end(body)
    }
    void forward()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
