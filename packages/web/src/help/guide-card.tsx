import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

interface Props {
  title: string
  testId: string
  children: ReactNode
  onClose: () => void
}

/** A card below the page, where it covers none of it. */
export function GuideCard({ title, testId, children, onClose }: Props) {
  const t = useTranslate()
  const id = useId()
  return (
    <chakra.aside
      aria-labelledby={id}
      data-testid={testId}
      maxH="40dvh"
      overflowY="auto"
      bg="bg.panel"
      borderTopWidth="1px"
      ps="4"
      pe="2"
      py="2"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Box display="flex" alignItems="center" justifyContent="space-between" gap="2">
        <Box id={id} as="h2" fontWeight="semibold">
          {title}
        </Box>
        <Button variant="ghost" size="icon" aria-label={t('Close')} title={t('Close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </Box>
      {children}
    </chakra.aside>
  )
}
