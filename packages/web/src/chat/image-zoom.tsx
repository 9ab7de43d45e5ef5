import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

const MIN = 1
const MAX = 100

/** An image of a message at 1 to 100 percent of its size (CHAT-25). */
export function ImageZoom({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  const t = useTranslate()
  const [percent, setPercent] = useState(MAX)
  const [width, setWidth] = useState(0)
  const zoom = (next: number): void => setPercent(Math.min(MAX, Math.max(MIN, Math.round(next))))
  return (
    <AskDialog
      title={name}
      testId="image-zoom"
      onClose={onClose}
      maxW="min(95vw, 1100px)"
      actions={
        <>
          <Box as="label" display="flex" alignItems="center" gap="2" marginInlineEnd="auto">
            {t('Zoom')}
            <input
              type="range"
              min={MIN}
              max={MAX}
              value={percent}
              onChange={({ target }) => zoom(target.valueAsNumber)}
              style={{ width: 140 }}
            />
            <output>{percent} %</output>
          </Box>
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <Box
        overflow="auto"
        maxH="70vh"
        tabIndex={0}
        onWheel={({ deltaY, ctrlKey }) => ctrlKey && zoom(percent - Math.sign(deltaY) * 5)}
      >
        <img
          src={src}
          alt={name}
          onLoad={({ currentTarget: image }) => setWidth(image.naturalWidth)}
          style={width === 0 ? { maxWidth: '100%' } : { width: (width * percent) / 100, maxWidth: 'none' }}
        />
      </Box>
    </AskDialog>
  )
}
