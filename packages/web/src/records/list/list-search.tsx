import { Box } from '@chakra-ui/react'
import { type RefObject, useEffect, useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'

/** Milliseconds between the last key and the search (COMP-01). */
const DELAY = 300

interface Props {
  value: string
  onChange: (text: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** Looks for what the entity is found by (LIST-06). */
export function ListSearch({ value, onChange, field }: Props) {
  const t = useTranslate()
  const { ports } = useCore()
  const [typed, setTyped] = useState(value)
  // Also what came from elsewhere, such as Back.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    return ports.clock.after(DELAY, () => onChange(typed))
  }, [typed, value, onChange, ports])
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
        value={typed}
        placeholder={t('Search')}
        aria-label={t('Search')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(typed)
          if (event.key === 'Escape') onChange('')
        }}
      />
    </Box>
  )
}
