// What the customer's page needs, without the console's parts.
export { type ChatState, selectConnection, withDates } from './chat-state.ts'
export { type Chat, createChat } from './create-chat.ts'
export { messagePreview } from '#rules/rich-text'
export { richParts } from './rich-text.ts'
