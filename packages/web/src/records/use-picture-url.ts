import { useCallback } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import { type PreviewSize, pictureUrl } from '@tiffin/core/rules'

/** Builds image addresses: on the server, unless images have their own address (API-40). */
export function usePictureUrl(): (name: string, preview?: PreviewSize) => string {
  const { session } = useCore()
  const content = useSelected(session.store, ({ addresses }) => addresses.content)
  return useCallback((name, preview) => pictureUrl(content, name, preview), [content])
}
