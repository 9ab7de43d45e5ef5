import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isSessionEnd } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Navigate, useLocation } from 'react-router'
import { askPasskey, hasPasskeys } from '../factors/passkeys.ts'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { AfterSignIn, AuthFrame, AuthLink, Labelled } from './auth-frame.tsx'

/** Sign-in with login and password (routes `/` and `/ClassicAuth`). */
export function SignIn() {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const isLocked = useSelected(session.store, (state) => state.error?.code === 'session_locked')
  const location = useLocation()
  if (user) return <AfterSignIn user={user} />
  const wantsPassword = (location.state as { password?: true } | null)?.password === true
  if (isLocked && !wantsPassword) return <Navigate to="/EnterPin" replace state={location.state as unknown} />
  return (
    <AuthFrame title="Tiffin" about={t('Sign in to see your orders')}>
      <SignInForm />
    </AuthFrame>
  )
}

function SignInForm() {
  const t = useTranslate()
  const { session } = useCore()
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const demo = useSelected(session.store, (state) => state.demo)
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const id = useId()

  const passwordField = useRef<HTMLInputElement>(null)

  /** After an error, typing replaces the password. */
  async function enter(as: string, secret: string): Promise<void> {
    if (await session.signIn(as, secret, { remember })) return
    passwordField.current?.focus()
    passwordField.current?.select()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void enter(login.trim(), password)
  }
  // Signed out elsewhere, or after a while: nothing that was typed here is wrong.
  const isEnded = error !== null && (isSessionEnd(error) || error.code === 'session_locked')
  const described = error ? { 'aria-invalid': !isEnded, 'aria-describedby': `${id}-error` } : {}

  return (
    <>
      <chakra.form onSubmit={submit} display="grid" gap="4">
        <Labelled id={`${id}-login`} label={t('Login')}>
          <Input
            id={`${id}-login`}
            size="lg"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
            autoFocus
            value={login}
            onChange={(event) => setLogin(event.target.value)}
            {...described}
          />
        </Labelled>
        <Labelled id={`${id}-password`} label={t('Password')}>
          <Input
            ref={passwordField}
            id={`${id}-password`}
            size="lg"
            type="password"
            name="password"
            autoComplete="current-password"
            dir="ltr"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...described}
          />
        </Labelled>
        <chakra.label display="flex" alignItems="center" gap="2" cursor="pointer" minH="6">
          <chakra.input
            type="checkbox"
            name="remember"
            w="4"
            h="4"
            accentColor="accent.solid"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          {t('Remember me on this device')}
        </chakra.label>
        <Box id={`${id}-error`} role="alert" display="contents">
          {isEnded && (
            <Box p="2.5" borderRadius="l2" bg="bg.muted">
              {error.code === 'session_required'
                ? t('You have been signed out, for example in another tab.')
                : t.message(error.message, error.params)}{' '}
              {t('Unsaved changes are kept on this device and offered again after you sign in.')}
            </Box>
          )}
          {error && !isEnded && (
            <Box display="flex" gap="2" p="2.5" borderRadius="l2" bg="negative.subtle" color="negative">
              <Box pt="0.5">
                <Icon name="alert" />
              </Box>
              {t.message(error.message, error.params)}
            </Box>
          )}
        </Box>
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {busy ? t('Signing in…') : t('Sign in')}
        </Button>
      </chakra.form>
      {hasPasskeys() && (
        <Button
          size="lg"
          mt="3"
          w="full"
          aria-disabled={busy}
          onClick={() => !busy && void session.signInByPasskey(askPasskey, { remember })}
        >
          {t('Sign in with a passkey')}
        </Button>
      )}
      <Box mt="4" display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
        <AuthLink to="/registration">{t('Create account')}</AuthLink>
        <AuthLink to="/RepairPassword">{t('Forgot password?')}</AuthLink>
        <AuthLink to="/Phone">{t('Sign in by phone')}</AuthLink>
      </Box>
      {demo.length > 0 && (
        <DemoAccounts
          accounts={demo}
          onChoose={(account) => {
            setLogin(account.login)
            setPassword(account.password)
            void enter(account.login, account.password)
          }}
        />
      )}
    </>
  )
}
