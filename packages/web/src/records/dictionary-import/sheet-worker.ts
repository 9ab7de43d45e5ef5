import { createRecordDesk, createSheetDesk, serveDesk } from '@tiffin/core/dictionary-import/worker'

// Runs in a worker: parsing a large sheet takes seconds.
serveDesk(
  {
    postMessage: (message) => self.postMessage(message, { transfer: [] }),
    addEventListener: (type, listener) => self.addEventListener(type, listener),
  },
  { ...createRecordDesk(), ...createSheetDesk() },
)
