import { useState } from 'react'
import type { Handoffs } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readHandoffCode } from '@tiffin/core/rules'
import { TextForm } from '../pickers/text-form.tsx'

interface Props {
  orderIds: readonly number[]
  about: (orderIds: readonly number[]) => string
  height: number
  onAnswer: (handoffs: Handoffs) => void
  onBack: () => void
  onQuit: () => void
}

/** Asks for the customer's code of each delivery, one after the other, or why it is handed over without (KDS-13). */
export function HandoffForm({ orderIds, about, onAnswer, ...page }: Props) {
  const t = useTranslate()
  const { notices } = useCore()
  const [answered, setAnswered] = useState<Handoffs>(new Map())
  const [at, setAt] = useState(0)
  const [isWithout, setWithout] = useState(false)
  const order = orderIds[at] ?? 0
  const place = orderIds.length === 1 ? '' : `  ${at + 1}/${orderIds.length}`

  function next(handoffs: Handoffs): void {
    if (at + 1 === orderIds.length) return onAnswer(handoffs)
    setAnswered(handoffs)
    setWithout(false)
    setAt(at + 1)
  }
  function takeCode(text: string): void {
    const code = readHandoffCode(text)
    if (text === '') setWithout(true)
    else if (code === undefined) notices.show('info', 'Enter four digits')
    else next(new Map([...answered, [order, { code }]]))
  }
  /** Without a reason, the order stays where it is. */
  const takeReason = (without: string): void => next(without === '' ? answered : new Map([...answered, [order, { without }]]))
  return (
    <TextForm
      key={`${at} ${isWithout}`}
      {...page}
      title={t('Hand-off code')}
      about={about([order]) + place}
      hint={
        isWithout
          ? t('Reason for no code')
          : t('The customer gives this code to the courier. Leave empty to hand over without it.')
      }
      onChoose={isWithout ? takeReason : takeCode}
    />
  )
}
