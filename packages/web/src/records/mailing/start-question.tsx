import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { fromLocalTime, type Row, toLocalTime } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import { WithoutMailing } from './count-lines.tsx'
import { useCountText, useMailingScope } from './use-mailing.ts'

const HOUR = 3_600_000

interface Props {
  row: Row
  /** `resume` is for one whose time had passed unnoticed: it starts now. */
  at: 'now' | 'later' | 'resume'
  onClose: () => void
}

/** Asks with the exact number of customers before a mailing goes out, now or at a chosen time. */
export function StartQuestion({ row, at, onClose }: Props) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const { timezone, today } = useRecords()
  const scope = useMailingScope(row)
  const reload = useReload()
  const number = useCountText()
  const mailing_id = Number(row['mailing_id'])
  const [time, setTime] = useState(() => toLocalTime(new Date(today().now + HOUR).toISOString(), timezone))
  const [isBusy, setIsBusy] = useState(false)
  const [hasChanged, setHasChanged] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['mailing start', scope.company, mailing_id],
    queryFn: async ({ signal }) => (await client.Mailing.count({ mailing_id }, { ...scope, signal })).data,
    // Never cached, since the question shows the exact number.
    gcTime: 0,
    staleTime: Infinity,
    meta: { failure: "can't count the customers of a mailing" },
  })

  async function start(count: number): Promise<void> {
    setIsBusy(true)
    try {
      const later = at === 'later' ? { send_at: fromLocalTime(time, timezone) } : {}
      if (at === 'resume') await client.Mailing.resume({ mailing_id, count }, scope)
      else await client.Mailing.start({ mailing_id, count, ...later }, scope)
      notices.show('positive', at === 'later' ? 'Mailing scheduled' : 'Mailing started')
      onClose()
    } catch (failure) {
      if (!isApiError(failure)) throw failure
      if (failure.code === 'selection_changed') {
        setHasChanged(true)
        await refetch()
      } else notices.showSentence('negative', failure)
    } finally {
      setIsBusy(false)
      await reload()
    }
  }

  const count = data?.will_get ?? 0
  const title = !data
    ? t('Counting customers…')
    : count === 0
      ? t('No customer would get this mailing')
      : at === 'later'
        ? t('Schedule for customers: %1?', [number(count)])
        : t('Send to customers: %1?', [number(count)])
  return (
    <AskDialog
      title={title}
      testId="start-question"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {count > 0 && (
            <Button variant="solid" disabled={isBusy || (at === 'later' && time === '')} onClick={() => void start(count)}>
              {t(at === 'later' ? 'Schedule' : 'Send')}
            </Button>
          )}
        </>
      }
    >
      <Box display="grid" gap="3" textAlign="start">
        {isApiError(error) && <Box color="negative">{t.message(error.message, error.params)}</Box>}
        {hasChanged && (
          <Box role="alert" color="warning">
            {t('The number of customers has changed. Check it again.')}
          </Box>
        )}
        {data && <WithoutMailing count={data} channel={row['channel']} />}
        {at === 'later' && count > 0 && (
          <chakra.label display="grid" gap="1">
            {t('When to send')}
            <Input
              type="datetime-local"
              required
              title={timezone}
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          </chakra.label>
        )}
        {at === 'later' && count > 0 && (
          <Box color="fg.muted" fontSize="sm">
            {t('Recipients are determined when the mailing starts.')}
          </Box>
        )}
      </Box>
    </AskDialog>
  )
}
