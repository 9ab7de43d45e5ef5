import { createRecordProcessor, createSheetProcessor, serveProcessor } from '@tiffin/core/dictionary-import/worker'

// Runs in a worker: parsing a large sheet takes seconds.
serveProcessor(
  {
    postMessage: (message) => self.postMessage(message, { transfer: [] }),
    addEventListener: (type, listener) => self.addEventListener(type, listener),
  },
  { ...createRecordProcessor(), ...createSheetProcessor() },
)
