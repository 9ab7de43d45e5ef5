import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useLocation, useNavigate } from 'react-router'
import { AuthError, AuthFrame, Labelled } from '../pages/auth-frame.tsx'
import { Button, Input } from '../ui/controls.ts'
import { askPasskey, hasPasskeys } from './passkeys.ts'

/** The second step of a sign-in, however it began. */
export function SecondStep() {
  const t = useTranslate()
  const { session } = useCore()
  const navigate = useNavigate()
  const location = useLocation()
  const step = useSelected(session.store, (state) => state.secondStep)
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const hasApp = step?.kinds.includes('totp') === true
  const hasPasskey = step?.kinds.includes('passkey') === true && hasPasskeys()
  const [recovers, setRecovers] = useState(false)
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const asksForCode = hasApp || recovers

  // A link that began the sign-in is used up, so the sign-in page continues.
  useEffect(() => {
    if (location.pathname !== '/') void navigate('/', { replace: true, state: location.state as unknown })
  }, [navigate, location])
  async function enter(work: () => Promise<boolean>): Promise<void> {
    if (busy || (await work())) return
    field.current?.focus()
    field.current?.select()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void enter(() => session.signInByCode(code))
  }
  return (
    <AuthFrame title={t('Two-step sign-in')}>
      <Box display="grid" gap="4" data-testid="second-step">
        {hasPasskey && (
          <Button
            variant={asksForCode ? 'outline' : 'solid'}
            size="lg"
            autoFocus={!asksForCode}
            aria-disabled={busy}
            onClick={() => void enter(() => session.signInByPasskey(askPasskey))}
          >
            {t('Use a passkey')}
          </Button>
        )}
        {asksForCode && (
          <chakra.form onSubmit={submit} display="grid" gap="4">
            <Labelled id={`${id}-code`} label={t(recovers ? 'Recovery code' : 'Code from your authenticator app')}>
              <Input
                key={String(recovers)}
                ref={field}
                id={`${id}-code`}
                size="lg"
                dir="ltr"
                inputMode={recovers ? 'text' : 'numeric'}
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                required
                autoFocus
                maxLength={40}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                aria-describedby={`${id}-error`}
              />
            </Labelled>
            <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
              {busy ? t('Signing in…') : t('Sign in')}
            </Button>
          </chakra.form>
        )}
        <AuthError id={`${id}-error`} error={error} />
        {step && !step.has_recovery_codes && (
          <Box color="fg.muted">
            {t(
              "You have no recovery codes left. If you can't use your phone or passkey, ask an owner or a platform administrator to reset your two-step sign-in.",
            )}
          </Box>
        )}
        {!recovers && step?.has_recovery_codes && (
          <Button onClick={() => (setRecovers(true), setCode(''))}>{t('Use a recovery code')}</Button>
        )}
        {recovers && hasApp && (
          <Button onClick={() => (setRecovers(false), setCode(''))}>{t('Use the authenticator app')}</Button>
        )}
        <Button onClick={session.leaveSecondStep}>{t('Back to sign-in')}</Button>
      </Box>
    </AuthFrame>
  )
}
