import type { CoreOptions } from '@tiffin/core'
import type { ChatClientFrame, ChatMessage, ChatServerFrame } from '@tiffin/sdk/contract'

type Socket = Awaited<ReturnType<NonNullable<CoreOptions['webSocket']>>>

export const chatMessage = (message: Partial<ChatMessage> & Pick<ChatMessage, 'chat_id'>): ChatMessage => ({
  uuid: `00000000-0000-4000-8000-${String(message.chat_id).padStart(12, '0')}`,
  type: 0,
  text: 'Where is my order?',
  file: null,
  quote: null,
  status: 3,
  date: '2026-11-20T10:00:00.000Z',
  showdate: 0,
  style: '',
  delete: 0,
  user_id: 1,
  user_name: 'Ida',
  admin_id: null,
  admin_name: '',
  ...message,
})

type Sent = Extract<ChatClientFrame, { mode: 'message' }>['message']

/**
 * Sockets whose chat answers with these messages of customer 1; the live connection never opens. `take` answers a message that is
 * sent; without it, none is answered.
 */
export function fakeChat(
  messages: readonly ChatMessage[],
  take: (message: Sent) => ChatServerFrame | undefined = () => undefined,
): NonNullable<CoreOptions['webSocket']> {
  return (url) => {
    if (!url.endsWith('/chat')) return new Promise<Socket>(() => {})
    const socket: Socket = { send, close() {}, onopen: null, onmessage: null, onclose: null, onerror: null }
    const answer = (frame: ChatServerFrame): void => socket.onmessage?.({ data: JSON.stringify(frame) } as never)
    function send(text: string): void {
      const frame = JSON.parse(text) as ChatClientFrame
      if (frame.mode === 'handshake') answer({ mode: 'handshake', server_time: 0, unread: 0 })
      const taken = frame.mode === 'message' ? take(frame.message) : undefined
      if (taken) answer(taken)
      if (frame.mode === 'get_messages_top' || frame.mode === 'get_messages_bottom') {
        const { mode, id = null } = frame
        const isTop = mode === 'get_messages_top'
        const there = messages.filter(({ chat_id }) => id === null || (isTop ? chat_id < Number(id) : chat_id > Number(id)))
        answer({ mode, user_id: 1, id, messages: isTop ? there.slice(-50) : there.slice(0, 50) })
      }
    }
    setTimeout(() => socket.onopen?.({} as never))
    return socket
  }
}
