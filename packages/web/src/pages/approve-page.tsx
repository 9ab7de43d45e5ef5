import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useSearchParams } from 'react-router'
import { readOnce } from '../queries.ts'
import { Button, Input } from '../ui/controls.ts'
import { CodeForm, CodeResult, CodeSheet, ShownCode } from './code-sheet.tsx'

/** `/approve?code=…`, the address that `tiffin login --web` shows: the signed-in user lets the command act for them. */
export function ApprovePage() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const code = search.get('code') ?? ''
  if (code !== '') return <SignInRequest key={code} code={code} onRestart={() => setSearch({})} />
  return (
    <CodeForm
      title={t('Approve the sign-in of a command')}
      label={t('Enter the code that the command shows.')}
      onCode={(typed) => setSearch({ code: typed })}
    />
  )
}

function SignInRequest({ code, onRestart }: { code: string; onRestart: () => void }) {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const login = useSelected(session.store, (state) => state.user?.login ?? '')
  const title = t('Approve the sign-in of a command')
  const { data: request, error: loadError } = useQuery({
    ...readOnce,
    queryKey: ['sign-in code', code],
    queryFn: async ({ signal }) => (await client.Auth.PendingSignIn({ code }, { signal })).data,
    meta: { failure: "can't read the sign-in request" },
  })
  const [outcome, setOutcome] = useState<'approved' | 'rejected' | null>(null)
  const [actionError, setActionError] = useState<ApiError | null>(null)
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<ApiError | null>(null)
  const id = useId()
  const [busy, setBusy] = useState(false)
  const error = actionError ?? (isApiError(loadError) ? loadError : null)

  async function answer(approve: boolean): Promise<void> {
    setBusy(true)
    setPasswordError(null)
    try {
      await client.Auth.AnswerSignIn({ code, approve, ...(approve ? { current: password } : {}) })
      setOutcome(approve ? 'approved' : 'rejected')
    } catch (failure) {
      ports.log("can't answer the sign-in request", failure)
      if (!isApiError(failure)) throw failure
      if (failure.field === 'current' || failure.code === 'rate_limited') setPasswordError(failure)
      else setActionError(failure)
    } finally {
      setBusy(false)
    }
  }

  if (error)
    return (
      <CodeResult title={title} icon="alert" text={t.message(error.message, error.params)}>
        <Button onClick={onRestart}>{t('Enter another code')}</Button>
      </CodeResult>
    )
  if (outcome === 'approved')
    return <CodeResult title={title} icon="check" text={t('Approved. The command is signed in; you can close this page.')} />
  if (outcome === 'rejected')
    return <CodeResult title={title} icon="check" text={t('Rejected. The command was not signed in.')} />
  return (
    <CodeSheet title={title}>
      {request && (
        <Box display="grid" gap="4" data-testid="approve">
          <Box>{t('Is this you? A command wants to sign in as %1. Check that it shows this code.', [login])}</Box>
          <ShownCode code={request.code} />
          <Box as="dl" display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1">
            <Box as="dt" color="fg.muted">
              {t('Machine')}
            </Box>
            <Box as="dd">
              <bdi>{request.name}</bdi>
            </Box>
            <Box as="dt" color="fg.muted">
              {t('Network address')}
            </Box>
            <Box as="dd">
              <bdi dir="ltr">{request.network}</bdi>
            </Box>
          </Box>
          <Box color="fg.muted">
            {t('The command can do everything that you can. If you did not start it yourself just now, reject the request.')}
          </Box>
          <chakra.form
            display="grid"
            gap="3"
            onSubmit={(event) => {
              event.preventDefault()
              void answer(true)
            }}
          >
            <chakra.label htmlFor={id}>{t('Current password')}</chakra.label>
            <Input
              id={id}
              type="password"
              autoComplete="current-password"
              dir="ltr"
              maxW="80"
              required
              maxLength={500}
              aria-invalid={passwordError !== null}
              aria-describedby={`${id}-problem`}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Box id={`${id}-problem`} role="alert" color="negative">
              {passwordError && t.sentence(passwordError)}
            </Box>
            <Box display="flex" gap="2" flexWrap="wrap">
              <Button type="submit" variant="solid" disabled={busy}>
                {t('Approve')}
              </Button>
              <Button disabled={busy} onClick={() => void answer(false)}>
                {t('Reject')}
              </Button>
            </Box>
          </chakra.form>
        </Box>
      )}
    </CodeSheet>
  )
}
