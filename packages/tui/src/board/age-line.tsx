import { Text } from 'ink'
import type { Card } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { ageing } from '@tiffin/core/rules'
import { type Role, useLook } from '../look/look.ts'
import { fit, widthOf } from '../look/text.ts'
import type { CardLine } from './card-lines.ts'
import { useTime } from './now.tsx'

/** Minutes up to which an age is said in minutes. */
const IN_MINUTES = 100

/** How long an order has stood, by sign and text besides colour, once that is long; the countdown stays the main figure (KDS-03). */
function useAge(card: Card, status: { done: number; reservation?: number }): { text: string; role: Role } | undefined {
  const { session } = useCore()
  const t = useTranslate()
  const { marks } = useLook()
  const company = useSelected(session.store, (state) => state.user?.company)
  const level = useTime((now) => ageing(card, company, now).level)
  const minutes = useTime((now) => Math.floor(ageing(card, company, now).seconds / 60))
  // An order for later is not old, and one that is done ages no longer.
  if (level === 'fresh' || Number.isNaN(minutes) || status.done === 1 || status.reservation === 1) return undefined
  const text = minutes < IN_MINUTES ? t('%1 min old', [minutes]) : t('%1 h old', [Math.floor(minutes / 60)])
  return level === 'late' ? { text: `${marks.old} ${text}`, role: 'late' } : { text: `${marks.aging} ${text}`, role: 'warning' }
}

/** The line of a card that says what is in it, with its age at the right end. */
export function AgeLine(props: { card: Card; status: { done: number; reservation?: number }; line: CardLine; width: number }) {
  const { card, status, line, width } = props
  const look = useLook()
  const age = useAge(card, status)
  if (!age) return <Text {...look.style('quiet')}>{line.text}</Text>
  const room = Math.max(0, width - widthOf(age.text) - 1)
  const text = widthOf(line.text) <= room ? line.text : (line.short ?? line.text)
  return (
    <>
      <Text {...look.style('quiet')}>{`${fit(text, room, { mark: look.marks.cut })} `}</Text>
      <Text {...look.style(age.role)}>{age.text}</Text>
    </>
  )
}
