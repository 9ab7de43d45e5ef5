import { lazyPart } from '../load-part.ts'

// Commands are loaded when somebody asks for one.
const records = () => import('./record-commands.tsx')
export const ListCommands = lazyPart(async () => (await records()).ListCommands)
export const ChangeCommands = lazyPart(async () => (await records()).ChangeCommands)
export const RecordCommands = lazyPart(async () => (await records()).RecordCommands)
export const ReportCommands = lazyPart(async () => (await records()).ReportCommands)
export const OrderCommands = lazyPart(async () => (await import('./order-commands.tsx')).OrderCommands)
