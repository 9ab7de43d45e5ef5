import { Box } from '@chakra-ui/react'
import type { RefObject } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { guideTarget } from '../../help/guide-target.ts'
import { useDebouncedText } from './use-debounced-text.ts'

interface Props {
  value: string
  onChange: (text: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** Searches the entity's searchable fields (LIST-06). */
export function ListSearch({ value, onChange, field }: Props) {
  const t = useTranslate()
  const { screen } = useRecords()
  const typed = useDebouncedText(value, onChange, screen.typingDelay)
  return (
    <Box position="relative" flex={{ base: '1 1 100%', md: '0 1 260px' }}>
      <Box position="absolute" insetInlineStart="2.5" top="2" color="fg.muted" pointerEvents="none">
        <Icon name="search" />
      </Box>
      <Input
        ref={field}
        type="search"
        ps="8"
        maxLength={100}
        placeholder={t('Search')}
        aria-label={t('Search')}
        {...guideTarget('search')}
        {...typed}
      />
    </Box>
  )
}
