import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { Button, Input } from '../ui/controls.ts'
import { AfterSignIn, AuthError, AuthFrame, Labelled, useSignedIn } from './auth-frame.tsx'

const pinField = {
  size: 'lg',
  type: 'password',
  inputMode: 'numeric',
  pattern: '[0-9]{4,8}',
  maxLength: 8,
  dir: 'ltr',
  required: true,
} as const

/** After these, no PIN unlocks the session. */
const endings: ReadonlySet<string> = new Set(['session_required', 'session_expired', 'account_blocked'])

/** `/EnterPin`: unlocks the session of this browser (NAV-10, AMB-247). */
export function EnterPin() {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSignedIn()
  const location = useLocation()
  const error = useSelected(session.store, (state) => state.error)
  const busy = useSelected(session.store, (state) => state.busy)
  const [pin, setPin] = useState('')
  const id = useId()
  if (user) return <AfterSignIn user={user} />
  const isOver = error === null ? !busy : endings.has(error.code)
  if (isOver) return <Navigate to="/" replace state={location.state as unknown} />
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void session.unlock(pin).then((done) => !done && setPin(''))
  }
  return (
    <AuthFrame title={t('Locked')} about={t('The session is locked. Enter your PIN.')}>
      <chakra.form onSubmit={submit} display="grid" gap="4" data-testid="enter-pin">
        <Labelled id={`${id}-pin`} label={t('PIN')}>
          <Input
            {...pinField}
            id={`${id}-pin`}
            autoComplete="off"
            autoFocus
            value={pin}
            onChange={(event) => setPin(event.target.value)}
            aria-describedby={`${id}-error`}
          />
        </Labelled>
        <AuthError id={`${id}-error`} error={error?.code === 'session_locked' ? null : error} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {t('Unlock')}
        </Button>
        <Button asChild>
          <Link to="/" state={{ password: true }}>
            {t('Sign in with your password instead')}
          </Link>
        </Button>
      </chakra.form>
    </AuthFrame>
  )
}

/** `/CreatePin`: sets the PIN and locks the session (NAV-09). */
export function CreatePin() {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const user = useSignedIn()
  const navigate = useNavigate()
  const [pin, setPin] = useState('')
  const [repeat, setRepeat] = useState('')
  const [current, setCurrent] = useState('')
  const [error, setError] = useState<Pick<ApiError, 'message' | 'params'> | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  if (!user) return <Navigate to="/" replace />
  async function create(): Promise<void> {
    if (pin !== repeat) return setError({ message: t('The PINs differ') })
    setBusy(true)
    setError(null)
    try {
      await client.Auth.Pin({ action: 'create', pin, current })
      await session.lock()
    } catch (caught) {
      ports.log('the PIN was not created', caught)
      if (!isApiError(caught)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void create()
  }
  return (
    <AuthFrame
      title={t('Create PIN')}
      about={t('The PIN locks and unlocks your session on a shared device. After 5 wrong PINs the session ends.')}
    >
      <chakra.form onSubmit={submit} display="grid" gap="4" data-testid="create-pin">
        <Labelled id={`${id}-pin`} label={t('PIN')}>
          <Input
            {...pinField}
            id={`${id}-pin`}
            autoComplete="new-password"
            autoFocus
            value={pin}
            onChange={(event) => setPin(event.target.value)}
            aria-describedby={`${id}-hint ${id}-error`}
          />
        </Labelled>
        <Box id={`${id}-hint`} fontSize="sm" color="fg.muted" mt="-2">
          {t('4 to 8 digits')}
        </Box>
        <Labelled id={`${id}-repeat`} label={t('Repeat PIN')}>
          <Input
            {...pinField}
            id={`${id}-repeat`}
            autoComplete="new-password"
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
          />
        </Labelled>
        <Labelled id={`${id}-current`} label={t('Current password')}>
          <Input
            id={`${id}-current`}
            size="lg"
            type="password"
            autoComplete="current-password"
            dir="ltr"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Labelled>
        <AuthError id={`${id}-error`} error={error} />
        <Button type="submit" variant="solid" size="lg" aria-disabled={busy}>
          {t('Create PIN and lock')}
        </Button>
        <Button onClick={() => void navigate(homePath(user))}>{t('Cancel')}</Button>
      </chakra.form>
    </AuthFrame>
  )
}
