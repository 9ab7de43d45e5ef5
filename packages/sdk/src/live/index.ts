export { type ChatConnection, type ChatConnectionOptions, type ChatPhase, connectChat } from './connect-chat.ts'
export { connectLive, type LiveConnection, type LiveOptions, type LiveState, type Merchants } from './connect-live.ts'
export { type LiveSocket, openSocket, type OpenSocket } from './open-socket.ts'
export type { IgnoredFrame } from './read-frame.ts'
