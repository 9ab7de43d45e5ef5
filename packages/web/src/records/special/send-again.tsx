import { useCore, useTranslate } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { useWebhookCall } from './use-webhook-call.ts'

/** Sends one delivery again. */
export function SendAgain({ row, title }: { row: Row; title: string }) {
  const t = useTranslate()
  const { notices } = useCore()
  const call = useWebhookCall()
  const send = (): Promise<void> =>
    call(async (calls, scope) => {
      const chosen = { webhook_id: Number(row['webhook']), deliveries: [Number(row['webhook_delivery_id'])] }
      const { data } = await calls.replay(chosen, scope)
      notices.show('positive', 'Deliveries queued again: %1', { params: [data.count] })
    })
  return (
    <Button size="sm" aria-label={t('Send again: %1', [title])} onClick={() => void send()}>
      {t('Send again')}
    </Button>
  )
}
