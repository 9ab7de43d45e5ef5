import type { ChatFile } from '@tiffin/sdk/contract'

/** Whether there is something to send (CHAT-20). */
export const hasContent = (text: string, file: ChatFile | null): boolean => text.trim() !== '' || file !== null
