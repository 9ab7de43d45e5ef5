/** Where server processes tell each other what has changed in conversations. */
export const CHAT_CHANNEL = 'tiffin_chat'
