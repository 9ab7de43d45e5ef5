import { callProcessor, type SheetProcessor, sheetProcessorMethods } from '@tiffin/core/dictionary-import'
import { type RecordProcessor, recordProcessorMethods } from '@tiffin/core/record-import'

/** A processor in its own worker, which loads the spreadsheet library when it is needed. */
export function startWorkerProcessor(): SheetProcessor & RecordProcessor {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const methods = [...sheetProcessorMethods, ...recordProcessorMethods] as const
  const processor = callProcessor<SheetProcessor & RecordProcessor>(worker, methods, { onClose: () => worker.terminate() })
  worker.addEventListener('error', ({ message }) => processor.fail(message))
  worker.addEventListener('messageerror', () => processor.fail('A message of the worker was unreadable'))
  return processor
}
