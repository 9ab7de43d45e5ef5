import { useEffect, useEffectEvent } from 'react'
import type { PickedFile } from '@tiffin/core/dictionary-import'

export function pickFile(choose: (file: PickedFile) => Promise<void>, file: File | undefined): void {
  if (!file) return
  const bytes = async () => new Uint8Array(await file.arrayBuffer())
  void choose({ name: file.name, size: file.size, bytes })
}

/**
 * Takes a file dropped anywhere on the page, as long as one is wanted: the browser would open one that misses the dialog, and
 * leave the page.
 */
export function useDroppedFile(isWanted: () => boolean, choose: (file: PickedFile) => Promise<void>): void {
  const take = useEffectEvent((file: File | undefined) => {
    if (isWanted()) pickFile(choose, file)
  })
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      take(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [])
}
