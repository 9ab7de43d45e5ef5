export { answerLanguage } from './answer-language.ts'
export { answerTyped, type CannedAnswer, findAnswers, loadCannedAnswers } from './canned-answers.ts'
export {
  type ChatState,
  type ConnectionState,
  connectionTexts,
  mergeMessages,
  selectConnection,
  withDates,
} from './chat-state.ts'
export { type Chat, type ChatDraft, type ChatOptions, createChat } from './create-chat.ts'
export { type ChatList, type ConsoleChat, createConsoleChat } from './create-console-chat.ts'
export { hasContent } from './draft.ts'
export { messagePreview, plainText, type RichPart } from '#rules/rich-text'
export { type MessageSearch, type MessageSearchState } from './message-search.ts'
export { escapeText, richParts } from './rich-text.ts'
