import { useEffect, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { type BoardCourier, courierMarkTexts, isTransient } from '@tiffin/core'
import type { Message, Sentence } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
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

const NEEDS_SERVER: Sentence = { text: 'Couriers not loaded. The list appears when the server can be reached.' }

/** Chooses the courier of one or several orders; busy and off-duty ones are marked but can be chosen (KDS-20). */
export function CourierPicker({ orderIds, about, height, onDone, onBack, onQuit }: CourierPickerProps) {
  const { board, i18n, moves, ports } = useCore()
  const t = useTranslate()
  const [couriers, setCouriers] = useState<readonly BoardCourier[]>()
  const isOffline = useSelected(board.store, ({ live }) => live.phase === 'offline')
  const [failure, setFailure] = useState<Sentence | Message>()
  useEffect(() => {
    let gone = false
    board
      .couriers()
      .then((read) => !gone && setCouriers(read))
      .catch((error: unknown) => {
        ports.log("can't read the couriers", error)
        if (!gone) setFailure(isTransient(error) || !isApiError(error) ? NEEDS_SERVER : error)
      })
    return () => {
      gone = true
    }
  }, [board, ports, isOffline])

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
      empty={isOffline || failure ? t.sentence(failure ?? NEEDS_SERVER) : t('Loading…')}
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
