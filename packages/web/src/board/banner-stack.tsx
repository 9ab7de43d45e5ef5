import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

/** An expanded banner keeps its height. */
const folded = '&:not([data-open]) [role=status]:not(:has([aria-expanded=true]))'

/** Stacked banners. On a phone they take one line until they are expanded. */
export function BannerStack({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const text = open ? t('Show fewer messages') : t('Show all messages')
  return (
    <Box
      data-testid="banners"
      data-open={open || undefined}
      css={{
        '& > button': { display: 'none' },
        smDown: {
          position: 'relative',
          '&:has([role=status])': { pe: '10' },
          '&:has([role=status]) > button': { display: 'grid', position: 'absolute', top: '2', insetInlineEnd: '1' },
          // One line per banner, and only the first banner.
          [folded]: { maxH: '10', py: '1', overflow: 'hidden', whiteSpace: 'nowrap' },
          [`${folded} *`]: { flexWrap: 'nowrap', minW: 0 },
          [`${folded} span`]: { overflow: 'hidden', textOverflow: 'ellipsis' },
          '&:not([data-open]) [role=status] ~ [role=status]': { display: 'none' },
        },
      }}
    >
      {children}
      <Button variant="ghost" size="icon" aria-expanded={open} aria-label={text} title={text} onClick={() => setOpen(!open)}>
        <Icon name="down" />
      </Button>
    </Box>
  )
}
