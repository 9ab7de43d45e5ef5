import { Box } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'

const WhyLines = lazyComponent(async () => (await import('./why-lines.tsx')).WhyLines)

/** Explains an order step by step, on request (MOON-03). */
export function WhyButton({ order }: { order: { order_id: number; revision?: number } }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Box mb="5">
      <Button
        size="sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title={t('Why this price, time and status')}
        onClick={() => setOpen(!open)}
      >
        {t('Why?')}
      </Button>
      {open && (
        <Box id={id} mt="2" data-testid="why">
          <LazyBoundary onFail={() => setOpen(false)}>
            <WhyLines order={order} />
          </LazyBoundary>
        </Box>
      )}
    </Box>
  )
}
