// What runs in a worker, apart from the dialogs: it loads neither the contract nor the client.
export { createRecordDesk } from '../record-import/record-desk.ts'
export { serveDesk } from './desk-channel.ts'
export { createSheetDesk } from './sheet-desk.ts'
