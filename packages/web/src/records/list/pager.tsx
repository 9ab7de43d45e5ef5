import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatCount } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { pageSizes } from '@tiffin/core/screens'
import { Button, NativeSelect } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  page: number
  size: number
  /** Undefined until known. */
  count: number | undefined
  /** There are more than `count`. */
  atLeast: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** The range and number of rows, and the page controls (LIST-04, LIST-05). */
export function Pager({ page, size, count, atLeast, onPage, onSize }: Props) {
  const t = useTranslate()
  const { i18n } = useCore()
  const last = Math.max(1, Math.ceil((count ?? 0) / size))
  const from = count === 0 ? 0 : (page - 1) * size + 1
  return (
    <Box display="flex" alignItems="center" gap="2" px="3" py="1.5" borderTopWidth="1px" fontSize="sm" flexWrap="wrap">
      <Box color="fg.muted" data-testid="list-count" role="status">
        {count !== undefined &&
          t('%1–%2 of %3', [from, Math.min(page * size, count), formatCount({ count, atLeast }, i18n.lang())])}
      </Box>
      <Box flex="1" />
      <Box color="fg.muted" aria-hidden="true" display={{ base: 'none', sm: 'block' }}>
        {t('Rows per page')}
      </Box>
      <NativeSelect
        aria-label={t('Rows per page')}
        w="auto"
        h="7"
        px="1.5"
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
      >
        {pageSizes.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </NativeSelect>
      {/* Keeps these together if everything does not fit one line. */}
      <Box display="flex" alignItems="center" gap="2" ms="auto">
        <Button size="sm" aria-label={t('Previous page')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <RotatedArrow>
            <Icon name="down" size={14} />
          </RotatedArrow>
        </Button>
        {count !== undefined && <Box>{t('Page %1 of %2', [page, formatCount({ count: last, atLeast }, i18n.lang())])}</Box>}
        <Button size="sm" aria-label={t('Next page')} disabled={page >= last && !atLeast} onClick={() => onPage(page + 1)}>
          <RotatedArrow back>
            <Icon name="down" size={14} />
          </RotatedArrow>
        </Button>
      </Box>
    </Box>
  )
}

/** A down arrow turned back or forward, mirrored for right-to-left languages. */
const RotatedArrow = ({ back = false, children }: { back?: boolean; children: ReactNode }) => (
  <chakra.span
    display="inline-flex"
    transform={back ? 'rotate(-90deg)' : 'rotate(90deg)'}
    _rtl={{ transform: back ? 'rotate(90deg)' : 'rotate(-90deg)' }}
  >
    {children}
  </chakra.span>
)
