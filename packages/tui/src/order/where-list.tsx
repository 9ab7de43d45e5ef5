import { useEffect, useState } from 'react'
import { createOrderFinder, type FoundOrder } from '@tiffin/core/find-orders'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, formatPhone, localized } from '@tiffin/core/rules'
import { useNow } from '../board/now.tsx'
import { sanitize } from '../theme/text.ts'
import { SearchPicker } from '../pickers/search-picker.tsx'

interface Props {
  height: number
  onOpen: (orderId: number) => void
  onBack: () => void
  onQuit: () => void
}

/** A caller's orders, of all merchants and dates (KDS-26). Orders of this board can be opened. */
export function WhereList({ onOpen, ...page }: Props) {
  const core = useCore()
  const { board, notices, session, i18n } = core
  const t = useTranslate()
  const now = useNow()
  const nameOf = useOrderName()
  const [finder] = useState(() => createOrderFinder(core))
  useEffect(() => () => finder.stop(), [finder])
  const { text, found, busy, failure } = useSelected(finder.store, (state) => state)
  const lang = i18n.lang()
  const company = useSelected(session.store, (state) => state.user?.company)
  const time = (timestamp: string): string =>
    clockTime(timestamp, { lang, timezone: company?.timezone ?? 'UTC', country: company?.country.alpha2 ?? '', now })
  const labelOf = (order: FoundOrder): string => [nameOf(order), localized(order.status?.value, lang)].map(sanitize).join('  ')
  const remarkOf = ({ user_obj: user, courier_obj: courier, time_finish, time_delivery }: FoundOrder): string =>
    formatList(
      [
        sanitize(user?.name || formatPhone(user?.phone ?? '')),
        sanitize(courier?.name ?? ''),
        time_delivery ? t('delivered %1', [time(time_delivery)]) : t('due %1', [time(time_finish)]),
      ],
      lang,
    )
  return (
    <SearchPicker
      {...page}
      title={t('Where is my order?')}
      hint={t('Name, phone or ticket')}
      text={text}
      onText={finder.search}
      choices={found.map((order) => ({ key: order.order_id, label: labelOf(order), remark: remarkOf(order), value: order }))}
      empty={failure ? t.sentence(failure) : text.trim() === '' ? '' : busy ? t('Loading…') : t('No results')}
      onChoose={(order) => {
        if (!order) return
        if (board.store.getState().rows.has(order.order_id)) return onOpen(order.order_id)
        notices.show('info', 'Order %1 is not on this board', { params: [nameOf(order)] })
      }}
    />
  )
}
