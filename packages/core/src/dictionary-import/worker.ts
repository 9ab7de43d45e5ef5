// What runs in a worker, apart from the dialogs: it loads neither the contract nor the client.
export { createRecordProcessor } from '../record-import/record-processor.ts'
export { serveProcessor } from './processor-channel.ts'
export { createSheetProcessor } from './sheet-processor.ts'
