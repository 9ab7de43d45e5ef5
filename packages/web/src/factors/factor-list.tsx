import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { Calls, Output, SessionUser } from '@tiffin/sdk/contract'
import { readOnce } from '../queries.ts'
import { Button } from '../ui/controls.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { askPasskey, hasPasskeys, makePasskey } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTotp } from './set-up-totp.tsx'

type Listed = Output<Calls['Factor']['list']>['data']['factors'][number]
type Asking =
  | { what: 'totp' | 'passkey' | 'codes' }
  | { what: 'rename' | 'remove'; factor: Listed }
  | { what: 'show'; codes: readonly string[] }

/** The user's second factors, and their recovery codes. */
export function FactorList({ user, onDone }: { user: SessionUser; onDone?: () => void }) {
  const t = useTranslate()
  const { client } = useCore()
  const { data, isError, refetch } = useQuery({
    ...readOnce,
    queryKey: ['second factors', user.admin_id],
    queryFn: async ({ signal }) => (await client.Factor.list({}, { signal })).data,
    meta: { failure: "can't read the second factors" },
  })
  const [asking, setAsking] = useState<Asking>()
  const nameOf = ({ kind, name }: Listed): string => (kind === 'totp' ? t('Authenticator app') : name)

  /** The first factor comes with recovery codes. */
  function changed(codes: readonly string[] = []): void {
    void refetch()
    setAsking(codes.length > 0 ? { what: 'show', codes } : undefined)
    if (codes.length === 0) onDone?.()
  }
  const close = (): void => setAsking(undefined)
  const hasApp = data?.factors.some(({ kind }) => kind === 'totp')
  const canConfirm = hasPasskeys() && data?.factors.some(({ kind }) => kind === 'passkey') === true
  const confirm = async () => askPasskey((await client.Factor.passkeyOptions({})).data.options)
  const withoutCodes = data?.recovery_codes === 0
  return (
    <Box display="grid" gap="2" data-testid="factors">
      {isError && !data && <Box color="fg.muted">{t("Can't load two-step sign-in")}</Box>}
      {data?.factors.length === 0 && (
        <Box fontSize="sm" color="fg.muted">
          {t('Sign-in also asks for a code from an app on your phone, or for a passkey.')}{' '}
          {t('The first one ends your other sessions.')}
        </Box>
      )}
      <chakra.ul listStyleType="none">
        {data?.factors.map((factor) => (
          <FactorItem
            key={factor.second_factor_id}
            factor={factor}
            name={nameOf(factor)}
            user={user}
            onRename={() => setAsking({ what: 'rename', factor })}
            onRemove={() => setAsking({ what: 'remove', factor })}
          />
        ))}
      </chakra.ul>
      {data && (
        <Box display="flex" flexWrap="wrap" gap="2">
          {!hasApp && <Button onClick={() => setAsking({ what: 'totp' })}>{t('Set up authenticator app')}</Button>}
          {hasPasskeys() && <Button onClick={() => setAsking({ what: 'passkey' })}>{t('Add passkey')}</Button>}
          {data.factors.length > 0 && (
            <Button variant={withoutCodes ? 'solid' : 'outline'} onClick={() => setAsking({ what: 'codes' })}>
              {t('New recovery codes')}
            </Button>
          )}
        </Box>
      )}
      {data && data.factors.length > 0 && (
        <Box fontSize="sm" color={data.recovery_codes > 2 ? 'fg.muted' : 'negative'}>
          {withoutCodes
            ? t("You have no recovery codes left: if you lose your phone or passkey, you can't sign in. Create new ones.")
            : t('Recovery codes left: %1', [data.recovery_codes])}
        </Box>
      )}
      {asking?.what === 'totp' && <SetUpTotp onDone={changed} onClose={close} />}
      {asking?.what === 'passkey' && (
        <FieldsDialog
          title={t('Add passkey')}
          testId="add-passkey"
          action={t('Continue')}
          names={['name', 'current']}
          onSubmit={async ({ name, current }) => {
            const { options } = (await client.Factor.beginPasskey({ current })).data
            const passkey = await makePasskey(options)
            changed((await client.Factor.addPasskey({ name, passkey })).data.recovery_codes)
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'rename' && (
        <FieldsDialog
          title={t('Rename %1', [nameOf(asking.factor)])}
          testId="rename-passkey"
          action={t('Save')}
          names={['name']}
          initial={{ name: asking.factor.name }}
          onSubmit={async ({ name }) => {
            await client.Factor.rename({ second_factor_id: asking.factor.second_factor_id, name })
            changed()
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'remove' && (
        <FieldsDialog
          title={t('Remove %1', [nameOf(asking.factor)])}
          testId="remove-factor"
          action={t('Remove')}
          names={['current', 'code']}
          onSubmit={async ({ current, code }) => {
            await client.Factor.remove({ second_factor_id: asking.factor.second_factor_id, current, code })
            changed()
          }}
          onPasskey={
            canConfirm
              ? async ({ current }) => {
                  const passkey = await confirm()
                  await client.Factor.remove({ second_factor_id: asking.factor.second_factor_id, current, passkey })
                  changed()
                }
              : undefined
          }
          onClose={close}
        />
      )}
      {asking?.what === 'codes' && (
        <FieldsDialog
          title={t('New recovery codes')}
          testId="new-recovery-codes"
          action={t('Continue')}
          names={['current', 'code']}
          onSubmit={async ({ current, code }) =>
            changed((await client.Factor.recoveryCodes({ current, code })).data.recovery_codes)
          }
          onPasskey={
            canConfirm
              ? async ({ current }) => {
                  const passkey = await confirm()
                  changed((await client.Factor.recoveryCodes({ current, passkey })).data.recovery_codes)
                }
              : undefined
          }
          onClose={close}
        />
      )}
      {asking?.what === 'show' && (
        <RecoveryCodes
          codes={asking.codes}
          onClose={() => {
            close()
            onDone?.()
          }}
        />
      )}
    </Box>
  )
}

interface ItemProps {
  factor: Listed
  name: string
  user: SessionUser
  onRename: () => void
  onRemove: () => void
}

function FactorItem({ factor, name, user, onRename, onRemove }: ItemProps) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone, country } = user.company ?? {}
  const format = (moment: string): string => formatMoment(moment, { lang, timezone, country: country?.alpha2 ?? '' })
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      py="2"
      borderBottomWidth="1px"
      data-testid={`factor-${factor.second_factor_id}`}
    >
      <Box flex="1" minW="160px">
        <Box fontWeight="medium" overflowWrap="anywhere">
          <bdi>{name}</bdi>
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {t('Added: %1', [format(factor.created)])}
          {' · '}
          {factor.last_used === null ? t('Not used yet') : t('Last used: %1', [format(factor.last_used)])}
        </Box>
      </Box>
      {factor.kind === 'passkey' && (
        <Button aria-label={t('Rename %1', [name])} onClick={onRename}>
          {t('Rename')}
        </Button>
      )}
      <Button aria-label={t('Remove %1', [name])} onClick={onRemove}>
        {t('Remove')}
      </Button>
    </chakra.li>
  )
}
