import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type ApiError, type Calls, isApiError, type Output } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, NEW_PASSWORD_MIN } from '@tiffin/core/rules'
import { Navigate, useLocation } from 'react-router'
import { homePath } from '../home-path.ts'
import { Button, Input } from '../ui/controls.ts'
import { BackToSignIn, AuthError, AuthFrame, AuthLink, Labelled, useSignedIn } from './auth-frame.tsx'

type Link = Output<Calls['Auth']['Link']>['data']

/**
 * `/auth#token`: every link from a mail (NAV-02, AMB-245). The token is in the fragment, which the browser keeps to itself, and is
 * used up only by the button: programs that scan mails just open addresses.
 */
export function LinkPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  // Another link in the same tab is another page.
  return <OneLink key={token} token={token} />
}

function OneLink({ token }: { token: string }) {
  const t = useTranslate()
  const { client, ports } = useCore()
  const user = useSignedIn()
  const [link, setLink] = useState<Link | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [used, setUsed] = useState(false)
  useEffect(() => {
    if (token === '') return
    let gone = false
    client.Auth.Link({ token }).then(
      ({ data }) => !gone && setLink(data),
      (error: unknown) => {
        ports.log("can't read the link", error)
        if (!gone && isApiError(error)) setRefusal(error)
      },
    )
    return () => void (gone = true)
  }, [client, ports, token])
  if (used && user) return <Navigate to={homePath(user)} replace />
  if (token === '')
    return (
      <AuthFrame title={t('Open the link from the email')} about={t('The address of this page is incomplete.')}>
        <BackToSignIn />
      </AuthFrame>
    )
  if (refusal)
    return (
      <AuthFrame title="Tiffin">
        <AuthError id="link-error" error={refusal} />
        <Box mt="4" display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
          <AuthLink to="/RepairPassword">{t('Set a new password')}</AuthLink>
          <AuthLink to="/registration">{t('Create account')}</AuthLink>
        </Box>
        <BackToSignIn />
      </AuthFrame>
    )
  if (!link) return <AuthFrame title="Tiffin">{null}</AuthFrame>
  if (link.kind === 'invitation' && (user || link.has_account))
    return <Accept link={link} token={token} onUsed={() => setUsed(true)} />
  return <SetPassword link={link} token={token} onUsed={() => setUsed(true)} />
}

interface Props {
  link: Link
  token: string
  onUsed: () => void
}

function SetPassword({ link, token, onUsed }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [tried, setTried] = useState(false)
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!busy) void session.takeLink(token, password).then((done) => done && onUsed())
  }
  const title = link.company ? t('Join %1', [localized(link.company, lang)]) : t('Set your password')
  return (
    <AuthFrame title={title} about={<bdi>{link.email}</bdi>}>
      <chakra.form onSubmit={submit} display="grid" gap="4" data-testid="set-password">
        {/* Password managers store the password for this login. */}
        <input type="hidden" name="username" autoComplete="username" value={link.email} />
        <Labelled id={`${id}-password`} label={t('New password')}>
          <Input
            id={`${id}-password`}
            size="lg"
            type={shown ? 'text' : 'password'}
            autoComplete="new-password"
            dir="ltr"
            required
            minLength={NEW_PASSWORD_MIN}
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            aria-describedby={`${id}-hint ${id}-error`}
          />
        </Labelled>
        <Box id={`${id}-hint`} fontSize="sm" color="fg.muted" mt="-2">
          {t('Use at least %1 characters', [NEW_PASSWORD_MIN])}
        </Box>
        <chakra.label display="flex" alignItems="center" gap="2" cursor="pointer" minH="6">
          <chakra.input
            type="checkbox"
            w="4"
            h="4"
            accentColor="accent.solid"
            checked={shown}
            onChange={(event) => setShown(event.target.checked)}
          />
          {t('Show password')}
        </chakra.label>
        <AuthError id={`${id}-error`} error={tried ? error : null} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {t('Set password and sign in')}
        </Button>
      </chakra.form>
      <BackToSignIn />
    </AuthFrame>
  )
}

/** For people who already have an account, with which they accept. */
function Accept({ link, token, onUsed }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSignedIn()
  const location = useLocation()
  const lang = useSelected(session.store, (state) => state.lang)
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const [tried, setTried] = useState(false)
  const [signingIn, setSigningIn] = useState(false)
  const from = location.pathname + location.hash
  if (!user && signingIn) return <Navigate to="/" state={{ from }} />
  const accept = (): void => {
    setTried(true)
    if (!busy) void session.takeLink(token, undefined).then((done) => done && onUsed())
  }
  return (
    <AuthFrame title={t('Join %1', [localized(link.company ?? {}, lang)])} about={<bdi>{link.email}</bdi>}>
      <Box display="grid" gap="4" data-testid="accept-invitation">
        {user ? (
          <Box overflowWrap="anywhere">{t('You are signed in as %1.', [user.login])}</Box>
        ) : (
          <Box>{t('You already have an account. Sign in to accept the invitation.')}</Box>
        )}
        <AuthError id="accept-error" error={tried ? error : null} />
        {user ? (
          <>
            <Button variant="solid" size="lg" aria-disabled={busy} onClick={accept}>
              {t('Accept invitation')}
            </Button>
            <Button onClick={() => void session.signOut().then(() => setSigningIn(true))}>{t('Use another account')}</Button>
          </>
        ) : (
          <Button variant="solid" size="lg" onClick={() => setSigningIn(true)}>
            {t('Sign in')}
          </Button>
        )}
      </Box>
    </AuthFrame>
  )
}
