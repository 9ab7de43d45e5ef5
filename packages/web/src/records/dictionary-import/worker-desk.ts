import { callDesk, type SheetDesk, sheetDeskMethods } from '@tiffin/core/dictionary-import'
import { type RecordDesk, recordDeskMethods } from '@tiffin/core/record-import'

/** A desk in a worker of its own, which loads the spreadsheet library when it is needed. */
export function openWorkerDesk(): SheetDesk & RecordDesk {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const methods = [...sheetDeskMethods, ...recordDeskMethods] as const
  const desk = callDesk<SheetDesk & RecordDesk>(worker, methods, { onClose: () => worker.terminate() })
  worker.addEventListener('error', ({ message }) => desk.fail(message))
  worker.addEventListener('messageerror', () => desk.fail('A message of the worker was unreadable'))
  return desk
}
