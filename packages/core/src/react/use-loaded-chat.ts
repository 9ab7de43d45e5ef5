import { useEffect, useState } from 'react'
import type { ConsoleChat } from '../chat/create-console-chat.ts'
import { useCore } from './use-core.ts'

/** The chat with customers; null until it is loaded. */
export function useLoadedChat(): ConsoleChat | null {
  const core = useCore()
  const [chat, setChat] = useState<ConsoleChat | null>(null)
  useEffect(() => {
    let isHere = true
    core.chat().then(
      (loaded) => isHere && setChat(loaded),
      (error: unknown) => core.ports.log("can't load the chat", error),
    )
    return () => void (isHere = false)
  }, [core])
  return chat
}
