import { useCallback } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import { type PreviewSize, pictureUrl } from '@tiffin/core/rules'

/** Where pictures of rows are shown from: the server, unless its pictures have an address of their own (API-40). */
export function usePictureUrl(): (name: string, preview?: PreviewSize) => string {
  const { session } = useCore()
  const content = useSelected(session.store, ({ addresses }) => addresses.content)
  return useCallback((name, preview) => pictureUrl(content, name, preview), [content])
}
