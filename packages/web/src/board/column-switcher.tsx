import { Box, defineStyle } from '@chakra-ui/react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import type { Column } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { useBoardView } from './board-context.ts'
import { statusColours } from '../order/status-colours.ts'

/** On narrow screens, which show one column at a time: all columns with counts, to jump to. */
export const ColumnSwitcher = memo(function ColumnSwitcher({ columns, board }: Props) {
  const t = useTranslate()
  const { lang } = useBoardView()
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = board.current
    if (!element) return
    const updateCurrentColumn = (): void => {
      const { left, width } = element.getBoundingClientRect()
      const middle = left + width / 2
      const places = [...element.children].map((column) => column.getBoundingClientRect())
      const seen = places.findIndex((place) => place.left <= middle && place.right >= middle)
      if (seen >= 0) setAt(seen)
    }
    element.addEventListener('scroll', updateCurrentColumn, { passive: true })
    // A window that becomes narrow shows another column in its middle.
    const resized = new ResizeObserver(updateCurrentColumn)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', updateCurrentColumn)
      resized.disconnect()
    }
  }, [board])
  useEffect(() => {
    bar.current?.children[at]?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [at])

  return (
    <Box
      as="nav"
      ref={bar}
      aria-label={t('Columns')}
      display={{ base: 'flex', sm: 'none' }}
      gap="1"
      px="2"
      pt="2"
      overflowX="auto"
      scrollbarWidth="none"
      data-testid="switcher"
      css={styles}
    >
      {columns.map(({ status, cards }, index) => (
        <button
          key={status.order_status_id}
          type="button"
          aria-current={index === at ? 'true' : undefined}
          style={statusColours(status.color)}
          onClick={() => board.current?.children[index]?.scrollIntoView({ inline: 'start', block: 'nearest' })}
        >
          <i />
          {localized(status.value, lang)}
          <span>{cards.length}</span>
        </button>
      ))}
    </Box>
  )
})

/** One style for all buttons, which are re-rendered with every change of orders. */
const styles = defineStyle({
  '& button': {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    h: '8',
    px: '2.5',
    borderRadius: 'full',
    fontWeight: 'medium',
    cursor: 'pointer',
    bg: 'bg.muted',
    color: 'fg',
  },
  '& button[aria-current]': { bg: 'accent.subtle', color: 'accent' },
  '& i': { w: '2', h: '2', borderRadius: 'full', bg: 'var(--status)' },
  '& span': { color: 'fg.muted' },
})

interface Props {
  columns: readonly Column[]
  board: RefObject<HTMLElement | null>
}
