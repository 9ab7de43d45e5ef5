import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button, Input } from '../ui/controls.ts'
import { AfterSignIn, BackToSignIn, AuthError, AuthFrame, Labelled, useSignedIn } from './auth-frame.tsx'

/** `/registration`: mails a link, whether or not the address has an account (NAV-03, AMB-245). */
export function Registration() {
  const t = useTranslate()
  const { client, session } = useCore()
  const user = useSignedIn()
  const lang = useSelected(session.store, (state) => state.lang)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const { busy, error, done, run } = useRequest()
  const id = useId()
  if (user) return <AfterSignIn user={user} />
  if (done) return <CheckMail>{t('We sent a link to %1. It works once, for 24 hours.', [email.trim()])}</CheckMail>
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run(() => client.Auth.Registration({ email: email.trim(), name: name.trim(), lang }))
  }
  return (
    <AuthFrame title={t('Create account')} about={t('We mail you a link to confirm the address. You set the password there.')}>
      <chakra.form onSubmit={submit} display="grid" gap="4">
        <Labelled id={`${id}-name`} label={t('Name of a person')}>
          <Input
            id={`${id}-name`}
            size="lg"
            autoComplete="name"
            required
            maxLength={200}
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Labelled>
        <Labelled id={`${id}-email`} label={t('Email')}>
          <Input
            id={`${id}-email`}
            size="lg"
            type="email"
            autoComplete="email"
            dir="ltr"
            required
            maxLength={100}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-describedby={`${id}-error`}
          />
        </Labelled>
        <AuthError id={`${id}-error`} error={error} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {busy ? t('Sending…') : t('Send link')}
        </Button>
      </chakra.form>
      <BackToSignIn />
    </AuthFrame>
  )
}

/** `/RepairPassword`: mails a link for a new password (NAV-04). */
export function RepairPassword() {
  const t = useTranslate()
  const { client, session } = useCore()
  const user = useSignedIn()
  const lang = useSelected(session.store, (state) => state.lang)
  const [login, setLogin] = useState('')
  const { busy, error, done, run } = useRequest()
  const id = useId()
  if (user) return <AfterSignIn user={user} />
  if (done)
    return (
      <CheckMail>
        <Box>{t('If this account has a confirmed email address, we sent a link to it. It works once, for 24 hours.')}</Box>
        <Box mt="3" color="fg.muted">
          {t('Nothing arrived? Look in the spam folder, or ask the owner of your company.')}
        </Box>
      </CheckMail>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run(() => client.Auth.RepairPassword({ login: login.trim(), lang }))
  }
  return (
    <AuthFrame title={t('Set a new password')}>
      <chakra.form onSubmit={submit} display="grid" gap="4">
        <Labelled id={`${id}-login`} label={t('Login or email')}>
          <Input
            id={`${id}-login`}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
            maxLength={100}
            autoFocus
            value={login}
            onChange={(event) => setLogin(event.target.value)}
            aria-describedby={`${id}-error`}
          />
        </Labelled>
        <AuthError id={`${id}-error`} error={error} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {busy ? t('Sending…') : t('Send link')}
        </Button>
      </chakra.form>
      <BackToSignIn />
    </AuthFrame>
  )
}

function CheckMail({ children }: { children: ReactNode }) {
  const t = useTranslate()
  return (
    <AuthFrame title={t('Check your email')}>
      <Box role="status" overflowWrap="anywhere" data-testid="check-mail">
        {children}
      </Box>
      <BackToSignIn />
    </AuthFrame>
  )
}

/** A request that changes nothing here. */
export function useRequest() {
  const { ports } = useCore()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  async function send(request: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await request()
      setDone(true)
    } catch (caught) {
      ports.log('a request was refused', caught)
      if (!isApiError(caught)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    error,
    done,
    run: (request: () => Promise<unknown>) => void (busy || send(request)),
    reset: () => setDone(false),
  }
}
