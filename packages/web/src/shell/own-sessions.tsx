import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { formatMoment } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type Calls, isApiError, type Output, type SessionUser } from '@tiffin/sdk/contract'
import { useNavigate } from 'react-router'
import { readOnce } from '../queries.ts'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input } from '../ui/controls.ts'

type Listed = Output<Calls['Auth']['Sessions']>['data']['sessions'][number]
type Contact = 'mail' | 'phone'

/** In the profile: where the user is signed in, and the ways to sign in that they have confirmed. */
export function OwnSessions({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery({
    ...readOnce,
    queryKey: ['own sessions', user.admin_id],
    queryFn: async ({ signal }) => (await client.Auth.Sessions({}, { signal })).data,
    meta: { failure: "can't read the sessions" },
  })
  async function end({ session_id }: Listed): Promise<void> {
    try {
      await client.Auth.EndSession({ session_id })
      notices.show('positive', 'Saved')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
    await refetch()
  }
  return (
    <Box as="section" mt="5" display="grid" gap="2" data-testid="own-sessions" aria-label={t('Sessions')}>
      <Box as="h3" fontWeight="semibold">
        {t('Sessions')}
      </Box>
      {isError && !data && <Box color="fg.muted">{t("Can't load your sessions")}</Box>}
      <chakra.ul listStyleType="none">
        {data?.sessions.map((session) => (
          <SessionItem key={session.session_id} session={session} user={user} onEnd={() => void end(session)} />
        ))}
      </chakra.ul>
      {data && (
        <>
          <Box as="h3" fontWeight="semibold" mt="2">
            {t('Ways to sign in')}
          </Box>
          <ContactLine kind="phone" value={user.phone} confirmed={data.verified.includes('phone')} onConfirmed={refetch} />
          <ContactLine kind="mail" value={user.email} confirmed={data.verified.includes('mail')} onConfirmed={refetch} />
          <Box>
            <Button
              onClick={() => {
                onClose()
                void navigate('/CreatePin')
              }}
            >
              {t(data.has_pin ? 'Change PIN' : 'Create PIN')}
            </Button>
          </Box>
        </>
      )}
    </Box>
  )
}

function SessionItem({ session, user, onEnd }: { session: Listed; user: SessionUser; onEnd: () => void }) {
  const t = useTranslate()
  const { session: own } = useCore()
  const lang = useSelected(own.store, (state) => state.lang)
  const { timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone, country } = user.company ?? {}
  const format = (moment: string): string => formatMoment(moment, { lang, timezone, country: country?.alpha2 ?? '' })
  const name = `${session.app} · ${session.network}`
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      py="2"
      borderBottomWidth="1px"
      data-testid={`session-${session.session_id}`}
    >
      <Box flex="1" minW="0">
        <Box fontWeight="medium" overflowWrap="anywhere">
          <bdi dir="ltr">{name}</bdi>
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {t('Last used: %1', [format(session.last_active)])}
          {' · '}
          {t('Signed in: %1', [format(session.created)])}
        </Box>
      </Box>
      {session.current ? (
        <Box color="fg.muted">{t('This session')}</Box>
      ) : (
        <Button aria-label={t('Sign out: %1', [name])} onClick={onEnd}>
          {t('Sign out')}
        </Button>
      )}
    </chakra.li>
  )
}

const words: Record<Contact, { confirmed: PlainKey; confirm: PlainKey }> = {
  phone: { confirmed: 'Phone confirmed: you can sign in with it', confirm: 'Confirm phone' },
  mail: { confirmed: 'Email confirmed: you can reset your password with it', confirm: 'Confirm email' },
}

interface ContactProps {
  kind: Contact
  value: string
  confirmed: boolean
  onConfirmed: () => unknown
}

/** Asks for the password, then for the code that was sent. */
function ContactLine({ kind, value, confirmed, onConfirmed }: ContactProps) {
  const t = useTranslate()
  const { client, notices, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [step, setStep] = useState<'closed' | 'password' | 'code'>('closed')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  if (confirmed) return <Box fontSize="sm">{t(words[kind].confirmed)}</Box>
  if (value === '') return null
  async function next(): Promise<void> {
    setBusy(true)
    try {
      await client.Auth.Verify({ kind, lang, ...(step === 'code' ? { code: typed } : { current: typed }) })
      setTyped('')
      if (step === 'code') {
        notices.show('positive', 'Confirmed')
        setStep('closed')
        onConfirmed()
      } else setStep('code')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  if (step === 'closed')
    return (
      <Box>
        <Button onClick={() => setStep('password')}>{t(words[kind].confirm)}</Button>
      </Box>
    )
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    // Not the form of the profile around it.
    event.stopPropagation()
    if (!busy && typed !== '') void next()
  }
  return (
    <Box display="grid" gap="2" maxW="360px" data-testid={`confirm-${kind}`}>
      {step === 'code' && <Box fontSize="sm">{t('Code sent to %1', [value])}</Box>}
      <SubField label={t(step === 'code' ? 'Code from the message' : 'Current password')}>
        <Input
          key={step}
          autoFocus
          dir="ltr"
          type={step === 'code' ? 'text' : 'password'}
          autoComplete={step === 'code' ? 'one-time-code' : 'current-password'}
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        />
      </SubField>
      <Box display="flex" gap="2">
        <Button variant="solid" disabled={busy || typed === ''} onClick={submit}>
          {t(step === 'code' ? 'Continue' : 'Send code')}
        </Button>
        <Button onClick={() => setStep('closed')}>{t('Cancel')}</Button>
      </Box>
    </Box>
  )
}
