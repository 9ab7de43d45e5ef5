import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCore, useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { fromLocalTime, toLocalTime } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { useWebhookCall } from './use-webhook-call.ts'

/** A test event, the deliveries of the webhook, and sending those of a period again (AMB-233). */
export function WebhookTools({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { notices } = useCore()
  const call = useWebhookCall()
  const [asking, setAsking] = useState(false)
  const webhook = Number(editor.row['webhook_id'] ?? 0)
  if (webhook === 0) return null
  const test = (): Promise<void> =>
    call(async (calls, scope) => {
      await calls.test({ webhook_id: webhook }, scope)
      notices.show('positive', 'Test event sent. Open its delivery to see the response.')
    })
  return (
    <>
      <Button asChild>
        <Link to={`${pages['Company-Webhook-Delivery'].path}?webhook=${webhook}`}>{t('Show deliveries')}</Link>
      </Button>
      <Button onClick={() => setAsking(true)}>{t('Resend a period…')}</Button>
      <Button onClick={() => void test()}>{t('Send test event')}</Button>
      {asking && <PeriodDialog webhook={webhook} onClose={() => setAsking(false)} />}
    </>
  )
}

const DAY = 86_400_000

function PeriodDialog({ webhook, onClose }: { webhook: number; onClose: () => void }) {
  const t = useTranslate()
  const { notices } = useCore()
  const { timezone, today } = useRecords()
  const call = useWebhookCall()
  const local = (ms: number): string => toLocalTime(new Date(ms).toISOString(), timezone)
  const [from, setFrom] = useState(() => local(today().now - DAY))
  // The current minute, too.
  const [to, setTo] = useState(() => local(today().now + 60_000))
  const [undelivered, setUndelivered] = useState(true)

  const send = (): Promise<void> => {
    onClose()
    return call(async (calls, scope) => {
      const period = { from: fromLocalTime(from, timezone), to: fromLocalTime(to, timezone) }
      const { data } = await calls.replay({ webhook_id: webhook, ...period, undelivered }, scope)
      notices.show('positive', 'Deliveries queued again: %1', { params: [data.count] })
    })
  }
  return (
    <AskDialog
      title={t('Resend events from a period?')}
      testId="replay-question"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="solid" disabled={from === '' || to === '' || from > to} onClick={() => void send()}>
            {t('Send again')}
          </Button>
        </>
      }
    >
      <Box display="grid" gap="3" textAlign="start">
        <Moment label={t('From')} value={from} onChange={setFrom} />
        <Moment label={t('To')} value={to} onChange={setTo} />
        <chakra.label display="flex" gap="2" alignItems="center" cursor="pointer">
          <input type="checkbox" checked={undelivered} onChange={() => setUndelivered(!undelivered)} />
          {t('Undelivered events only')}
        </chakra.label>
      </Box>
    </AskDialog>
  )
}

const Moment = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
  <chakra.label display="grid" gap="1">
    {label}
    <Input type="datetime-local" required value={value} onChange={(event) => onChange(event.target.value)} />
  </chakra.label>
)
