import { connect, type Socket } from 'node:net'
import { request } from 'node:http'
import type { Answer } from '@tiffin/server/test'

export interface RawOptions {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** Sent in these pieces; chunked if the headers have no length. */
  body?: Iterable<Buffer | string>
}

/** A request that no well-behaved client makes. Accepts a response that comes before the body has been sent. */
export function rawRequest(
  url: string,
  { method = 'POST', path = '/api', headers = {}, body = [] }: RawOptions,
): Promise<Answer & { text: string }> {
  return new Promise((resolve, reject) => {
    const target = new URL(url)
    const sent = request(
      { agent: false, host: target.hostname, port: target.port, method, path, headers: { host: target.host, ...headers } },
      (response) => {
        const parts: Buffer[] = []
        const finish = () => {
          const text = Buffer.concat(parts).toString()
          sent.destroy()
          resolve({
            ...readJson(text),
            text,
            http: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
          })
        }
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', finish)
        response.on('error', finish)
      },
    )
    sent.on('error', reject)
    for (const piece of body) sent.write(piece)
    sent.end()
  })
}

function readJson(text: string): { status: string } {
  try {
    return JSON.parse(text) as { status: string }
  } catch {
    return { status: '' }
  }
}

/** A raw connection that records what it receives, one character per byte. */
export async function openConnection(url: string): Promise<{ socket: Socket; received: () => string; ended: Promise<void> }> {
  const target = new URL(url)
  const socket = connect(Number(target.port), target.hostname)
  let text = ''
  socket.on('data', (part) => (text += part.toString('latin1')))
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { socket, received: () => text, ended }
}
