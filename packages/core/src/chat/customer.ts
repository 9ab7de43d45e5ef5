// Exports for the customer's page; the parts of the console are left out to keep the page small.
export { type ChatState, selectConnection, withDates } from './chat-state.ts'
export { type Chat, createChat } from './create-chat.ts'
export { messagePreview } from '#rules/rich-text'
export { richParts } from './rich-text.ts'
