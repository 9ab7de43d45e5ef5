import { Box, Center, chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { isSessionEnd, pathOfRoute } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Navigate, useLocation } from 'react-router'
import { boardQuery } from '../board/board-url.ts'
import { homePath } from '../home-path.ts'
import { type FromState, pageAfterSignIn } from '../latest-page.ts'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { LanguageSelect } from '../ui/language-select.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeSelect } from '../ui/theme-select.tsx'
import { DemoAccounts } from './demo-accounts.tsx'

/** Sign-in with login and password (routes `/` and `/ClassicAuth`). */
export function SignIn() {
  const { session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const location = useLocation()
  const { from } = (location.state ?? {}) as FromState
  if (user) {
    const next = pageAfterSignIn(ports, user.admin_id, from)
    // An address with a board query opens the start page with that query instead of the last page.
    const query = boardQuery(new URLSearchParams(location.search))
    const latest = query === '' ? pathOfRoute(next.route ?? '', user.navigation) : undefined
    return <Navigate to={next.path ?? latest ?? homePath(user) + query} replace />
  }
  return (
    <Box h="full" overflowY="auto" display="grid" gridTemplateRows="auto 1fr">
      <Box as="header" display="flex" justifyContent="flex-end" gap="2" p="3">
        <LanguageSelect />
        <ThemeSelect />
      </Box>
      <Center as="main" p="4" pb="16" alignItems="start" pt={{ base: '4', md: '10vh' }}>
        <Box w="full" maxW="360px">
          <SignInForm />
        </Box>
      </Center>
    </Box>
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

  /** After a refusal, typing replaces the password. */
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
  const isEnded = error !== null && isSessionEnd(error)
  const described = error ? { 'aria-invalid': !isEnded, 'aria-describedby': `${id}-error` } : {}

  return (
    <>
      <Box display="flex" alignItems="center" gap="3" mb="6">
        <Box color="accent">
          <Logo size={40} />
        </Box>
        <Box>
          <Box as="h1" fontSize="2xl" fontWeight="semibold" lineHeight="tight">
            Tiffin
          </Box>
          <Box color="fg.muted">{t('Sign in to see your orders')}</Box>
        </Box>
      </Box>
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

const Labelled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <Box>
    <chakra.label htmlFor={id} display="block" fontWeight="medium" mb="1">
      {label}
    </chakra.label>
    {children}
  </Box>
)
