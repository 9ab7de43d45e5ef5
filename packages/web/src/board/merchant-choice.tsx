import { Box } from '@chakra-ui/react'
import { chooseMerchants, selectMerchants } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'

/**
 * The merchants whose orders are shown, and a way to change them; if none is chosen, all are shown (BOARD-01,
 * BOARD-04).
 */
export function useMerchantChoice() {
  const core = useCore()
  const { board, session, moves } = core
  const lang = useSelected(session.store, (state) => state.lang)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  // A link may name merchants that no longer exist.
  const ids = chosen === 'all' ? [] : selectMerchants({ merchants, chosen }).map(({ merchant_id: id }) => id)
  return {
    merchants: merchants.map(({ merchant_id: id, name }) => ({
      id,
      name: localized(name, lang),
      on: ids.includes(id),
      level: moves.level(id),
    })),
    all: chosen === 'all',
    chooseAll: () => chooseMerchants(core, 'all'),
    toggle(id: number, on: boolean): void {
      const next = on ? [...ids, id] : ids.filter((other) => other !== id)
      chooseMerchants(core, next.length === 0 ? 'all' : next)
    },
  }
}

/** The level of access to a merchant's orders, as a pencil or an eye (PERM-11). */
export function Access({ level }: { level: 0 | 1 | 2 }) {
  const t = useTranslate()
  const label = level === 2 ? t('Edit') : t('View only')
  return (
    <Box as="span" color="fg.muted" title={label} role="img" aria-label={label} data-access={level === 2 ? 'pencil' : 'eye'}>
      <Icon name={level === 2 ? 'pencil' : 'eye'} size={14} />
    </Box>
  )
}
