import { Box, chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatMoment } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { localized, managesCompany } from '@tiffin/core/rules'
import { readRows } from '@tiffin/core/screens'
import { type Invitation, isApiError, type Merchant } from '@tiffin/sdk/contract'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { SubField } from '../inputs/sub-field.tsx'
import { useRecords } from '../records-context.ts'
import type { NoteProps } from './note-props.ts'

/** Positions of an access entry (AMB-074); an invitation gives the same level at all of them. */
const POSITIONS = 11

/** Above the staff of a company: pending invitations, and the form for another. */
export function Invitations({ company }: NoteProps) {
  const t = useTranslate()
  const { actor } = useRecords()
  const [open, setOpen] = useState(false)
  const { invitations, reload, revoke } = useInvitations(company)
  if (company === null || !managesCompany(actor)) return null
  return (
    <Box
      as="section"
      px="3"
      py="2"
      borderBottomWidth="1px"
      flexShrink="0"
      data-testid="invitations"
      aria-label={t('Invitations')}
    >
      {invitations.length > 0 && (
        <chakra.ul listStyleType="none" mb="2" maxH="30dvh" overflowY="auto" tabIndex={0} aria-label={t('Invitations')}>
          {invitations.map((invitation) => (
            <Item key={invitation.invitation_id} invitation={invitation} onRevoke={() => revoke(invitation)} />
          ))}
        </chakra.ul>
      )}
      {open ? (
        <InviteForm
          company={company}
          onDone={() => {
            setOpen(false)
            reload()
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button onClick={() => setOpen(true)}>{t('Invite by email')}</Button>
      )}
    </Box>
  )
}

function Item({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const t = useTranslate()
  const { serverClock } = useCore()
  const { lang, user } = useRecords()
  const { timezone = 'UTC', country } = user.company ?? {}
  const until = invitation.expires ?? ''
  const shown = until === '' ? '' : formatMoment(until, { lang, timezone, country: country?.alpha2 ?? '' })
  const isLate = Date.parse(until) <= serverClock.now()
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="2" py="1">
      <Box flex="1" minW="0">
        <Box overflowWrap="anywhere">
          <bdi>{invitation.email}</bdi>
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {t(invitation.company_role === 1 ? 'Owner' : 'Operator')}
          {' · '}
          {isLate ? t('Expired %1', [shown]) : t('Waits until %1', [shown])}
        </Box>
      </Box>
      <Button aria-label={t('Revoke invitation: %1', [invitation.email])} onClick={onRevoke}>
        {t('Revoke')}
      </Button>
    </chakra.li>
  )
}

interface FormProps {
  company: number
  onDone: () => void
  onCancel: () => void
}

function InviteForm({ company, onDone, onCancel }: FormProps) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const { lang, company: acting } = useRecords()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<1 | 2>(2)
  const [levels, setLevels] = useState<ReadonlyMap<number, number>>(new Map())
  const [busy, setBusy] = useState(false)
  const merchants = useQuery({
    queryKey: ['invitations', 'merchants', company],
    queryFn: async ({ signal }) =>
      (await readRows(
        client,
        {
          table: 'merchant',
          include: ['merchant_id', 'name'],
          search: [{ key: 'company', prm: company }],
          order: [{ field: 'merchant_id' }],
          limit: [0, 1000],
        },
        { company: acting, signal },
      )) as unknown as readonly Pick<Merchant, 'merchant_id' | 'name'>[],
  })
  async function send(): Promise<void> {
    setBusy(true)
    const granted = [...levels].filter(([, level]) => level > 0)
    const access = (level: number): number[] => Array.from({ length: POSITIONS }, () => level)
    const row = {
      company,
      email: email.trim(),
      company_role: role,
      lang,
      merchants: role === 1 ? [] : granted.map(([merchant, level]) => ({ merchant, access: access(level) })),
    }
    try {
      await client.Reference.saveData({ tables: [{ table: 'invitation', row }] })
      notices.show('positive', 'Invitation sent')
      onDone()
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The list may be inside the form of an editor.
    event.stopPropagation()
    if (!busy) void send()
  }
  return (
    <chakra.form onSubmit={submit} display="grid" gap="3" maxW="480px" data-testid="invite">
      <SubField label={t('Email')}>
        <Input
          type="email"
          required
          autoFocus
          maxLength={100}
          dir="ltr"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </SubField>
      <SubField label={t('Role')}>
        <NativeSelect value={role} onChange={(event) => setRole(event.target.value === '1' ? 1 : 2)}>
          <option value={2}>{t('Operator')}</option>
          <option value={1}>{t('Owner')}</option>
        </NativeSelect>
      </SubField>
      {role === 2 && merchants.data?.length === 0 && (
        <Box color="fg.muted">{t('The company has no merchants yet. Give access later, on the Access tab of a merchant.')}</Box>
      )}
      {role === 2 && (merchants.data?.length ?? 0) > 0 && (
        <chakra.fieldset>
          <chakra.legend fontWeight="medium" mb="1">
            {t('Merchants and access')}
          </chakra.legend>
          <Box maxH="40" overflowY="auto" display="grid" gap="1">
            {merchants.data?.map(({ merchant_id, name }) => (
              <chakra.label key={merchant_id} display="flex" alignItems="center" gap="2">
                <Box as="span" flex="1" minW="0" overflowWrap="anywhere">
                  {localized(name, lang)}
                </Box>
                <NativeSelect
                  w="auto"
                  value={levels.get(merchant_id) ?? 0}
                  onChange={(event) => setLevels(new Map(levels).set(merchant_id, Number(event.target.value)))}
                >
                  <option value={0}>{t('No')}</option>
                  <option value={1}>{t('View')}</option>
                  <option value={2}>{t('Edit')}</option>
                </NativeSelect>
              </chakra.label>
            ))}
          </Box>
        </chakra.fieldset>
      )}
      <Box display="flex" gap="2" flexWrap="wrap">
        <Button type="submit" variant="solid" disabled={busy || email.trim() === ''}>
          {t('Send invitation')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </Box>
    </chakra.form>
  )
}

function useInvitations(company: number | null) {
  const { client, notices } = useCore()
  const { company: acting, actor } = useRecords()
  const queries = useQueryClient()
  const queryKey = ['invitations', company]
  const { data = [] } = useQuery({
    queryKey,
    enabled: company !== null && managesCompany(actor),
    queryFn: async ({ signal }) =>
      (await readRows(
        client,
        {
          table: 'invitation',
          search: [
            { key: 'company', prm: company ?? 0 },
            { key: 'accepted', op: 'null' },
          ],
          order: [{ field: 'invitation_id', dir: 'desc' }],
          limit: [0, 200],
        },
        { company: acting, signal },
      )) as unknown as readonly Invitation[],
    meta: { failure: "can't read the invitations" },
  })
  const reload = (): void => void queries.invalidateQueries({ queryKey })
  async function revokeNow({ invitation_id }: Invitation): Promise<void> {
    try {
      await client.Reference.deleteData({ tables: [{ table: 'invitation', id: invitation_id }] })
      notices.show('positive', 'Invitation revoked')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
    reload()
  }
  return { invitations: data, reload, revoke: (invitation: Invitation) => void revokeNow(invitation) }
}
