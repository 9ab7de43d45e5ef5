// Exports for the worker; they load neither the contract nor the client.
export { createRecordProcessor } from '../record-import/record-processor.ts'
export { serveProcessor } from './processor-channel.ts'
export { createSheetProcessor } from './sheet-processor.ts'
