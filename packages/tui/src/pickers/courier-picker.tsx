import { useEffect, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { type BoardCourier, courierMarkTexts } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList, formatPhone } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from './list-picker.tsx'

interface CourierPickerProps {
  orderIds: readonly number[]
  about: string
  height: number
  onDone: () => void
  onBack: () => void
  onQuit: () => void
}

/** Chooses the courier of one or several orders; busy and off-duty ones are marked but can be chosen (KDS-20). */
export function CourierPicker({ orderIds, about, height, onDone, onBack, onQuit }: CourierPickerProps) {
  const { board, i18n, moves, notices, ports } = useCore()
  const t = useTranslate()
  const [couriers, setCouriers] = useState<readonly BoardCourier[]>()
  useEffect(() => {
    let gone = false
    board
      .couriers()
      .then((read) => !gone && setCouriers(read))
      .catch((error: unknown) => {
        ports.log("can't read the couriers", error)
        if (!gone) notices.showSentence('negative', isApiError(error) ? error : { text: 'Server error' })
      })
    return () => {
      gone = true
    }
  }, [board, notices, ports])

  const now = moves.order(orderIds[0] ?? 0)?.courier ?? 0
  const choices = [
    ...(couriers ?? []).map((courier) => ({
      key: courier.courier_id,
      label: [sanitize(courier.name), formatPhone(sanitize(courier.phone))].filter(Boolean).join('  '),
      remark: formatList(
        [
          courier.courier_id === now ? t('selected') : '',
          courier.mark === null ? '' : t(courierMarkTexts[courier.mark]),
          courier.open > 0 ? t('%1 orders', [courier.open]) : '',
        ],
        i18n.lang(),
      ),
      value: courier as BoardCourier | null,
    })),
    ...(couriers === undefined ? [] : [{ key: 0, label: t('No courier'), remark: now === 0 ? t('selected') : '', value: null }]),
  ]
  return (
    <ListPicker
      // The list starts at the current courier, who is known once loaded.
      key={String(couriers === undefined)}
      place="list"
      title={t('Assign a courier')}
      about={about}
      empty={t('Loading…')}
      height={height}
      choices={choices}
      initial={Math.max(
        0,
        choices.findIndex(({ key }) => now > 0 && key === now),
      )}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        void board.assignCourier(orderIds, choice.value?.courier_id ?? null)
        onDone()
      }}
    />
  )
}
