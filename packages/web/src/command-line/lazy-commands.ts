import { lazyComponent } from '../lazy-component.ts'

// Loaded when a user first copies a command.
const records = () => import('./record-commands.tsx')
export const ListCommands = lazyComponent(async () => (await records()).ListCommands)
export const ChangeCommands = lazyComponent(async () => (await records()).ChangeCommands)
export const RecordCommands = lazyComponent(async () => (await records()).RecordCommands)
export const ReportCommands = lazyComponent(async () => (await records()).ReportCommands)
export const OrderCommands = lazyComponent(async () => (await import('./order-commands.tsx')).OrderCommands)
