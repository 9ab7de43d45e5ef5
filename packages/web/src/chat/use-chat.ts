import { createContext, useContext } from 'react'
import type { ConsoleChat } from '@tiffin/core/chat'

export const ChatContext = createContext<ConsoleChat | null>(null)

export function useChat(): ConsoleChat {
  const chat = useContext(ChatContext)
  if (!chat) throw new Error('outside the chat page')
  return chat
}
