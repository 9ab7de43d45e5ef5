import { useEffect } from 'react'
import type { ImportDialog } from '@tiffin/core/dictionary-import'

export function pickFile(dialog: ImportDialog, file: File | undefined): void {
  if (!file) return
  const bytes = async () => new Uint8Array(await file.arrayBuffer())
  void dialog.chooseFile({ name: file.name, size: file.size, bytes })
}

/** Takes a file dropped anywhere on the page: the browser would open one that misses the dialog, and leave the page. */
export function useDroppedFile(dialog: ImportDialog): void {
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      const isWanted = dialog.store.getState().step === 'start' && dialog.languages.length > 0
      if (isWanted) pickFile(dialog, event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [dialog])
}
