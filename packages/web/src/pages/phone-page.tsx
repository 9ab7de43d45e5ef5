import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button, Input } from '../ui/controls.ts'
import { AfterSignIn, BackToSignIn, AuthError, AuthFrame, Labelled, useSignedIn } from './auth-frame.tsx'
import { useRequest } from './registration.tsx'

/** `/Phone`: signs in with a code sent to a confirmed number; any number gets the same answers (NAV-11, AMB-247). */
export function PhonePage() {
  const t = useTranslate()
  const { client, session } = useCore()
  const user = useSignedIn()
  const lang = useSelected(session.store, (state) => state.lang)
  const [phone, setPhone] = useState('')
  const { busy, error, done, run, reset } = useRequest()
  const id = useId()
  if (user) return <AfterSignIn user={user} />
  if (done) return <CodeForm phone={phone} onRestart={reset} />
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    run(() => client.Auth.Phone({ phone, lang }))
  }
  return (
    <AuthFrame title={t('Sign in by phone')} about={t('Only numbers confirmed in the profile can sign in.')}>
      <chakra.form onSubmit={submit} display="grid" gap="4">
        <Labelled id={`${id}-phone`} label={t('Phone')}>
          <Input
            id={`${id}-phone`}
            size="lg"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            required
            maxLength={40}
            autoFocus
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
            aria-describedby={`${id}-hint ${id}-error`}
          />
        </Labelled>
        <Box id={`${id}-hint`} fontSize="sm" color="fg.muted" mt="-2">
          {t('With country code, such as 49 151 1234567')}
        </Box>
        <AuthError id={`${id}-error`} error={error} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {busy ? t('Sending…') : t('Send code')}
        </Button>
      </chakra.form>
      <BackToSignIn />
    </AuthFrame>
  )
}

function CodeForm({ phone, onRestart }: { phone: string; onRestart: () => void }) {
  const t = useTranslate()
  const { session } = useCore()
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!busy) void session.signInByPhone(phone, code)
  }
  return (
    <AuthFrame
      title={t('Sign in by phone')}
      about={t('If this number is confirmed in a profile, we sent a code to it. It works for 10 minutes.')}
    >
      <chakra.form onSubmit={submit} display="grid" gap="4">
        <Labelled id={`${id}-code`} label={t('Code from the message')}>
          <Input
            id={`${id}-code`}
            size="lg"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            required
            maxLength={20}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-describedby={`${id}-error`}
          />
        </Labelled>
        <AuthError id={`${id}-error`} error={tried ? error : null} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {t('Sign in')}
        </Button>
        <Button onClick={onRestart}>{t('Another number')}</Button>
      </chakra.form>
      <Box>
        <BackToSignIn />
      </Box>
    </AuthFrame>
  )
}
