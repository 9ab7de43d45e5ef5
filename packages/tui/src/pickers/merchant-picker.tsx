import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatList, localized } from '@tiffin/core/rules'
import { useMinute } from '../board/now.tsx'
import { useAvailabilityText } from '../board/use-availability-text.ts'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from './list-picker.tsx'

/** One, several or all visible merchants (BOARD-01, BOARD-04). */
export function MerchantPicker({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, moves, notices, i18n } = useCore()
  const t = useTranslate()
  const merchants = useSelected(board.store, (state) => state.merchants)
  const now = useSelected(board.store, (state) => state.chosen)
  const [marked, setMarked] = useState<ReadonlySet<number>>(
    () => new Set(now === 'all' ? merchants.map(({ merchant_id }) => merchant_id) : now),
  )
  const availabilityOf = useAvailabilityText()
  const at = useMinute()
  const choices = merchants.map((merchant) => ({
    key: merchant.merchant_id,
    label: `[${marked.has(merchant.merchant_id) ? 'x' : ' '}] ${sanitize(localized(merchant.name, i18n.lang()))}`,
    remark: formatList(
      [availabilityOf(merchant, at), moves.level(merchant.merchant_id) === 2 ? '' : t('view only')],
      i18n.lang(),
    ),
    value: merchant.merchant_id,
  }))
  return (
    <ListPicker
      place="choices"
      title={t('Merchants')}
      empty={t('No merchants')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back') return onBack()
        if (command === 'all')
          return setMarked(
            marked.size === merchants.length ? new Set() : new Set(merchants.map(({ merchant_id }) => merchant_id)),
          )
        if (command === 'toggle') {
          if (!choice) return
          const next = new Set(marked)
          if (!next.delete(choice.value)) next.add(choice.value)
          return setMarked(next)
        }
        // Enter without a change chooses the line under the cursor, as a shortcut for a single merchant.
        const unchanged = now === 'all' && marked.size === merchants.length
        const requested = unchanged && choice ? [choice.value] : [...marked]
        if (requested.length === 0) return void notices.show('info', 'Choose at least one merchant.')
        void board.choose(requested.length === merchants.length ? 'all' : requested)
        onBack()
      }}
    />
  )
}
