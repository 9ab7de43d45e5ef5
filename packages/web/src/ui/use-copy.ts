import { useCallback } from 'react'
import { useCore } from '@tiffin/core/react'

/** Copies a text to the clipboard and confirms it. */
export function useCopy(): (text: string) => void {
  const { notices, ports } = useCore()
  return useCallback(
    (text) => {
      // Without https there is no clipboard API.
      const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'))
      copied
        .then(() => notices.show('positive', 'String %1 copied to clipboard', { params: [text] }))
        .catch((error: unknown) => {
          ports.log('nothing was copied', error)
          notices.show('negative', 'Error while copying to clipboard')
        })
    },
    [notices, ports],
  )
}
