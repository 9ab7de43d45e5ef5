/** Channel on which server processes notify each other of changes in conversations. */
export const CHAT_CHANNEL = 'tiffin_chat'
