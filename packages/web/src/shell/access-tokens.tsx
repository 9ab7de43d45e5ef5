import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CompanyChoice, formatMoment } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatList, localized } from '@tiffin/core/rules'
import { type AccessToken, isApiError, type SessionUser } from '@tiffin/sdk/contract'
import { readOnce } from '../queries.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { companiesQuery } from './companies-query.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'

/** The user's access tokens (AMB-232), in the profile: created, shown with their last use, revoked at once. */
export function AccessTokens({ user }: { user: SessionUser }) {
  const t = useTranslate()
  const { client } = useCore()
  const { data: companies = [] } = useQuery(companiesQuery(client))
  const { tokens, failed, reload, revoke } = useTokens(user.admin_id)
  const [asking, setAsking] = useState<AccessToken | null>(null)
  const [creating, setCreating] = useState(false)
  return (
    <Box as="section" mt="5" display="grid" gap="2" data-testid="access-tokens" aria-label={t('Access tokens')}>
      <Box as="h3" fontWeight="semibold">
        {t('Access tokens')}
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {t('Scripts and programs use these tokens to act on your behalf. Changing your password revokes them.')}
      </Box>
      {failed && <Box color="fg.muted">{t("Can't load the access tokens")}</Box>}
      <chakra.ul listStyleType="none">
        {tokens?.map((token) => (
          <TokenItem
            key={token.access_token_id}
            token={token}
            user={user}
            companies={companies}
            onRevoke={() => setAsking(token)}
          />
        ))}
      </chakra.ul>
      <Box>
        <Button onClick={() => setCreating(true)}>{t('Create token')}</Button>
      </Box>
      {creating && <CreateTokenDialog companies={companies} onCreated={reload} onClose={() => setCreating(false)} />}
      {asking && (
        <AskDialog
          title={t('Revoke access for %1?', [asking.name])}
          testId="revoke-token-question"
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('No')}</Button>
              <Button
                variant="negative"
                data-autofocus
                onClick={() => {
                  setAsking(null)
                  revoke(asking)
                }}
              >
                {t('Yes')}
              </Button>
            </>
          }
        >
          {t('Scripts that use it stop working immediately.')}
        </AskDialog>
      )}
    </Box>
  )
}

interface ItemProps {
  token: AccessToken
  user: SessionUser
  companies: readonly CompanyChoice[]
  onRevoke: () => void
}

function TokenItem({ token, user, companies, onRevoke }: ItemProps) {
  const t = useTranslate()
  const { session, serverClock } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone, country } = user.company ?? {}
  const format = (time: string): string => formatMoment(time, { lang, timezone, country: country?.alpha2 ?? '' })
  const names = token.companies.map(
    (id) => localized(companies.find(({ company_id }) => company_id === id)?.name ?? {}, lang) || String(id),
  )
  const isExpired = Date.parse(token.expires) <= serverClock.now()
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      py="2"
      borderBottomWidth="1px"
      data-testid={`token-${token.access_token_id}`}
    >
      <Box flex="1" minW="0">
        <Box fontWeight="medium" overflowWrap="anywhere">
          {token.name}
        </Box>
        <Box fontSize="sm" color="fg.muted">
          <bdi dir="ltr">{token.scopes.join(', ')}</bdi>
          {' · '}
          {names.length === 0 ? t('All your companies') : formatList(names, lang)}
        </Box>
        <Box fontSize="sm" color={isExpired ? 'negative' : 'fg.muted'}>
          {isExpired ? t('Expired: %1', [format(token.expires)]) : t('Expires: %1', [format(token.expires)])}
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {token.last_used === null ? t('Not used yet') : t('Last used: %1', [format(token.last_used)])}
        </Box>
      </Box>
      <Button aria-label={t('Revoke access: %1', [token.name])} onClick={onRevoke}>
        {t('Revoke access')}
      </Button>
    </chakra.li>
  )
}

function useTokens(admin: number) {
  const { client, notices } = useCore()
  const { data, isError, refetch } = useQuery({
    ...readOnce,
    queryKey: ['access tokens', admin],
    async queryFn({ signal }) {
      const search = [{ key: 'admin', prm: admin }]
      const order = [{ field: 'access_token_id', dir: 'desc' as const }]
      const tables = [{ table: 'access_token', search, order, limit: [0, 200] as [number, number] }]
      const response = await client.Reference.getData({ tables }, { signal })
      return (response.data['access_token']?.data ?? []) as unknown as readonly AccessToken[]
    },
    meta: { failure: "can't read the access tokens" },
  })
  async function revokeNow({ access_token_id }: AccessToken): Promise<void> {
    try {
      await client.Token.revoke({ access_token_id })
      notices.show('positive', 'Saved')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
    await refetch()
  }
  return {
    tokens: data,
    failed: isError && !data,
    reload: () => void refetch(),
    revoke: (token: AccessToken) => void revokeNow(token),
  }
}
