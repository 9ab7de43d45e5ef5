import { useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { type Explanation, readWhy } from '@tiffin/core/explain'
import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import { sanitize, wrap } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

interface Props {
  orderId: number
  height: number
  /** The hidden columns, by status ids. */
  hidden: readonly number[]
  onBack: () => void
  onQuit: () => void
}

/** An order explained step by step (MOON-03). */
export function WhyView({ orderId, height, hidden, onBack, onQuit }: Props) {
  const t = useTranslate()
  const nameOf = useOrderName()
  const { columns } = useWindowSize()
  const { parts, error } = useExplanation(orderId, hidden)
  const [first, setFirst] = useState(0)
  const width = Math.max(1, columns - 2)
  const lines = (parts ?? []).flatMap(({ title, lines: texts }) => [
    { text: sanitize(title), bold: true },
    ...texts.flatMap((line) => wrap(sanitize(line), width - 2)).map((line) => ({ text: `  ${line}`, bold: false })),
  ])
  const available = Math.max(1, height - 2)
  const last = Math.max(0, lines.length - available)
  useKeys('page', (command) => {
    if (command === 'up') setFirst((at) => Math.max(0, at - 1))
    else if (command === 'down') setFirst((at) => Math.min(last, at + 1))
    else if (command === 'quit') onQuit()
    else onBack()
  })
  return (
    <Frame title={`${sanitize(nameOf({ order_id: orderId }))}  ${t('Why?')}`} height={height}>
      {error && <Text>{t.message(error.message, error.params)}</Text>}
      {!error && !parts && <Text dimColor>{t('Loading')}</Text>}
      {lines.slice(Math.min(first, last), Math.min(first, last) + available).map(({ text, bold }, index) => (
        <Text key={index} bold={bold}>
          {text}
        </Text>
      ))}
    </Frame>
  )
}

function useExplanation(orderId: number, hidden: readonly number[]) {
  const core = useCore()
  const [found, setFound] = useState<{ parts?: readonly Explanation[]; error?: ApiError }>({})
  useEffect(() => {
    const control = new AbortController()
    readWhy(core, orderId, { hidden, signal: control.signal })
      .then((parts) => setFound({ parts }))
      .catch((error: unknown) => {
        if (control.signal.aborted) return
        core.ports.log("can't read the explanation", error)
        if (isApiError(error)) setFound({ error })
      })
    return () => control.abort()
  }, [core, orderId, hidden])
  return found
}
