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

/** A card in the corner, beside what the user is doing. */
export function GuideCard({ title, testId, children, onClose }: Props) {
  const t = useTranslate()
  const id = useId()
  return (
    <chakra.aside
      aria-labelledby={id}
      data-testid={testId}
      position="fixed"
      bottom="4"
      insetInlineEnd="4"
      w="min(320px, calc(100vw - 32px))"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      boxShadow="float"
      p="4"
      zIndex="menu"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Box display="flex" alignItems="center" justifyContent="space-between" gap="2" mb="2">
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
