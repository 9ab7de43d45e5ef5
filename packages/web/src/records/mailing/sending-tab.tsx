import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MailingState } from '@tiffin/sdk/contract'
import { formatMoment } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { messageResultText, STATE, type Row, valueLabel } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { FieldLayout } from '../editor/field-layout.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { COMPANY } from '../use-list-url.ts'
import { recordQuery } from '../record-query.ts'
import { useRecords } from '../records-context.ts'
import { StartQuestion } from './start-question.tsx'
import { useCountText, useMailingCall, useMailingScope } from './use-mailing.ts'

/** Milliseconds between reloads of a mailing that is not finished. */
const REFRESH_MS = 2000

const unfinished: ReadonlySet<unknown> = new Set(['scheduled', 'sending', 'paused'])
const settings = ['per_minute', 'quiet_from', 'quiet_until']
const settingsTab = { name: 'Sending' as const, fields: settings, sections: [{ rows: [settings] }] }

/** Progress of a mailing: its state, how many customers got it, and the available actions. */
export function SendingTab({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { client } = useCore()
  const view = useRecords()
  // The editor shows the same record.
  useQuery({
    ...recordQuery(client, view, editor.id),
    enabled: !editor.isNew && unfinished.has(editor.row['state']),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Box display="grid" gap="5">
      {editor.isNew ? (
        <Box color="fg.muted">{t('Save the mailing first. Saving sends nothing.')}</Box>
      ) : (
        <Progress row={editor.row} />
      )}
      {!editor.isNew && <Actions editor={editor} />}
      {editor.row['state'] === 'scheduled' && <Box>{t('The mailing is scheduled. Cancel its schedule to change it.')}</Box>}
      <FieldLayout tab={settingsTab} editor={editor} />
      <Box color="fg.muted" fontSize="sm">
        {t(
          '0 messages a minute means no limit. For no quiet hours, use the same start and end. Times are in the company time zone.',
        )}
      </Box>
    </Box>
  )
}

/** Counts of a mailing, with the state of the messages that each one links to. */
const figures = [
  ['success', 'Sent', 'sent'],
  ['fail', 'Failed', 'failed'],
  ['skipped', 'Not sent', 'skipped'],
  ['unknown', 'Unknown', 'unknown'],
  ['kept', 'Kept in the outbox', 'kept'],
] as const satisfies readonly (readonly [string, PlainKey, string])[]

const numberIn = (row: Row, name: string): number => Number(row[name] ?? 0)
const settledOf = (row: Row): number => figures.reduce((sum, [name]) => sum + numberIn(row, name), 0)

function Progress({ row }: { row: Row }) {
  const t = useTranslate()
  const { area, lang, timezone, country, screen, today } = useRecords()
  const { company } = useMailingScope(row)
  const number = useCountText()
  const state = row['state'] as MailingState
  const total = numberIn(row, 'total')
  const settled = settledOf(row)
  const moment = (name: string): string => formatMoment(String(row[name]), { lang, timezone, country })
  const page = pages[area === 'platform' ? 'Administrator-Marketing-Push' : 'Company-Marketing-Push'].path
  const linkTo = (shown?: string): string => {
    const params = new URLSearchParams({ mailing_id: String(row['mailing_id']), ...(shown ? { [STATE]: shown } : {}) })
    if (company !== undefined && company > 0) params.set(COMPANY, String(company))
    return `${page}?${params.toString()}`
  }
  // Quiet hours or its own speed hold it back.
  const isHeld = state === 'sending' && Date.parse(String(row['next_batch'])) > today().now
  const label = valueLabel(screen.entity, 'state', state)
  const pause = valueLabel(screen.entity, 'paused', row['paused'])
  return (
    <Box display="grid" gap="2" data-testid="mailing-progress">
      <Box display="flex" flexWrap="wrap" columnGap="3" alignItems="baseline" role="status">
        <Box fontSize="lg" fontWeight="semibold">
          {label && t(label)}
        </Box>
        {state === 'paused' && pause && <Box color="warning">{t(pause)}</Box>}
        {isHeld && <Box color="fg.muted">{t('%1: %2', [t('Continues'), moment('next_batch')])}</Box>}
        {state === 'scheduled' && <Box color="fg.muted">{moment('send_at')}</Box>}
        {total > 0 && <Box color="fg.muted">{t('%1 of %2', [number(settled), number(total)])}</Box>}
      </Box>
      {total > 0 && (
        <>
          <Box asChild w="full" maxW="480px">
            <progress aria-label={t('Sending')} value={settled} max={total} />
          </Box>
          <Box
            display="flex"
            flexWrap="wrap"
            columnGap="4"
            css={{ '& a': { display: 'inline-flex', alignItems: 'center', minH: '7' } }}
          >
            {figures.map(([name, text, shown]) =>
              numberIn(row, name) === 0 ? null : (
                <Link key={name} to={linkTo(shown)}>
                  {t('%1: %2', [t(text), number(numberIn(row, name))])}
                </Link>
              ),
            )}
            <Link to={linkTo()}>{t('Show all messages')}</Link>
          </Box>
        </>
      )}
      {numberIn(row, 'unknown') > 0 && (
        <Box color="warning">
          {t('Unknown: the server stopped while it was sending. These messages may have arrived, and are not sent again.')}
        </Box>
      )}
    </Box>
  )
}

type Question = 'now' | 'later' | 'resume' | 'stop'

function Actions({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const { row } = editor
  const scope = useMailingScope(row)
  const call = useMailingCall()
  const [question, setQuestion] = useState<Question | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const mailing_id = Number(row['mailing_id'])
  const state = row['state'] as MailingState
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setQuestion(null)
    setIsBusy(true)
    await call(work)
    setIsBusy(false)
  }
  const test = async (): Promise<void> => {
    const { data } = await client.Mailing.test({ mailing_id }, scope)
    for (const { to, result, answer } of data.sent)
      notices.show(result === 'sent' || result === 'kept' ? 'positive' : 'negative', '%1: %2', {
        params: [to, messageResultText([result, answer].filter(Boolean).join(' '), t)],
      })
  }
  const hasStarted = numberIn(row, 'total') > 0
  const isWaiting = state === 'draft' || state === 'scheduled'
  // The saved mailing is sent, so unsaved changes must be saved first.
  const disabled = isBusy || editor.dirty
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" data-testid="mailing-actions">
        {isWaiting && (
          <>
            <Button variant="solid" disabled={disabled} onClick={() => setQuestion('now')}>
              {t('Send now…')}
            </Button>
            <Button disabled={disabled} onClick={() => setQuestion('later')}>
              {t('Schedule…')}
            </Button>
          </>
        )}
        {state !== 'done' && state !== 'stopped' && (
          <Button disabled={disabled} onClick={() => void run(test)}>
            {t('Send test to me')}
          </Button>
        )}
        {state === 'sending' && (
          <Button disabled={disabled} onClick={() => void run(() => client.Mailing.pause({ mailing_id }, scope))}>
            {t('Pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button variant="solid" disabled={disabled} onClick={() => setQuestion('resume')}>
            {t('Resume…')}
          </Button>
        )}
        {(state === 'sending' || state === 'paused') && (
          <Button color="negative" disabled={disabled} onClick={() => setQuestion('stop')}>
            {t('Stop…')}
          </Button>
        )}
        {state === 'scheduled' && (
          <Button disabled={disabled} onClick={() => void run(() => client.Mailing.stop({ mailing_id }, scope))}>
            {t('Cancel schedule')}
          </Button>
        )}
        {editor.dirty && <Box color="fg.muted">{t('Save your changes first')}</Box>}
      </Box>
      {(question === 'now' || question === 'later' || (question === 'resume' && !hasStarted)) && (
        <StartQuestion row={row} at={question} onClose={() => setQuestion(null)} />
      )}
      {(question === 'stop' || (question === 'resume' && hasStarted)) && (
        <StopOrResumeQuestion
          row={row}
          what={question}
          onYes={() => void run(() => client.Mailing[question]({ mailing_id }, scope))}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

/** Asks before a paused mailing is stopped or resumed, with the number of customers who have not got it. */
function StopOrResumeQuestion({
  row,
  what,
  onYes,
  onClose,
}: {
  row: Row
  what: 'resume' | 'stop'
  onYes: () => void
  onClose: () => void
}) {
  const t = useTranslate()
  const number = useCountText()
  const rest = numberIn(row, 'total') - settledOf(row)
  return (
    <AskDialog
      title={
        what === 'stop'
          ? t('Stop? Customers who get nothing: %1', [number(rest)])
          : t('Send to the other customers: %1?', [number(rest)])
      }
      testId={`${what}-question`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant={what === 'stop' ? 'negative' : 'solid'} data-autofocus onClick={onYes}>
            {t(what === 'stop' ? 'Stop' : 'Resume')}
          </Button>
        </>
      }
    >
      {what === 'stop' && t("A stopped mailing can't be resumed.")}
    </AskDialog>
  )
}
