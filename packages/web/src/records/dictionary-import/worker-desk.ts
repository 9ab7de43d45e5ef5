import { callDesk, type SheetDesk } from '@tiffin/core/dictionary-import'

/** A desk in a worker of its own, which loads the spreadsheet library when it is needed. */
export function openWorkerDesk(): SheetDesk {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const desk = callDesk(worker, { onClose: () => worker.terminate() })
  worker.addEventListener('error', ({ message }) => desk.fail(message))
  worker.addEventListener('messageerror', () => desk.fail('A message of the worker was unreadable'))
  return desk
}
