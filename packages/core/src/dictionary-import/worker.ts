// Code that runs in a worker, apart from the dialog: it loads neither the contract nor the client.
export { serveDesk } from './desk-channel.ts'
export { createSheetDesk } from './sheet-desk.ts'
