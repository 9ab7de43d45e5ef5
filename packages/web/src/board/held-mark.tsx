import type { BoardOrder } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { clockTime, heldText, heldUntil } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardTime } from './board-clock.tsx'
import { useBoardView } from './board-context.ts'

interface Props {
  order: BoardOrder
  status: { status: number } | undefined
}

/** Why a scheduled order is held and until when; it disappears when the kitchen starts (KDS-11). */
export const HeldMark = (props: Props) => (props.order.asap === 0 ? <Held {...props} /> : null)

function Held({ order, status }: Props) {
  const t = useTranslate()
  const { age, lang, timezone, country } = useBoardView()
  const now = useBoardTime()
  const until = heldUntil(order, status, age.ready, now)
  if (until === undefined) return null
  const { text, params } = heldText(order, until, (time) => clockTime(time, { lang, timezone, country, now }))
  return (
    <div className="held" data-testid="held">
      <Icon name="clock" size={14} />
      {t.message(text, params)}
    </div>
  )
}
