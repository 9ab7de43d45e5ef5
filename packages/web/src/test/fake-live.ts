import type { CoreOptions } from '@tiffin/core'
import type { LiveClientFrame, LiveServerFrame } from '@tiffin/sdk/contract'

type OpenSocket = NonNullable<CoreOptions['webSocket']>
type Socket = Awaited<ReturnType<OpenSocket>>

/** A live connection that welcomes every page, to which a test sends frames. */
export function fakeLive() {
  const open = new Set<Socket>()
  const say = (socket: Socket, frame: LiveServerFrame): void => socket.onmessage?.({ data: JSON.stringify(frame) } as never)
  const webSocket: OpenSocket = (url) => {
    if (!url.endsWith('/live')) return new Promise<Socket>(() => {})
    const socket: Socket = { send, close: () => open.delete(socket), onopen: null, onmessage: null, onclose: null, onerror: null }
    function send(text: string): void {
      const frame = JSON.parse(text) as LiveClientFrame
      if (frame.type === 'hello') say(socket, { type: 'welcome', feed: frame.since, server_time: Date.now() / 1000 })
      if (frame.type === 'ping') say(socket, { type: 'pong', feed: 0, server_time: Date.now() / 1000 })
      if (frame.type === 'hello') open.add(socket)
    }
    setTimeout(() => socket.onopen?.({} as never))
    return socket
  }
  return {
    webSocket,
    /** How many pages listen. */
    listeners: () => open.size,
    send: (frame: LiveServerFrame): void => open.forEach((socket) => say(socket, frame)),
  }
}
