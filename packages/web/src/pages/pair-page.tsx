import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { actorOf } from '@tiffin/core'
import { type ApiError, type Calls, isApiError, type Merchant, type Output } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, localized, managesCompany } from '@tiffin/core/rules'
import { readRows } from '@tiffin/core/screens'
import { Lock } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { readOnce } from '../queries.ts'
import { ChooseCompany } from '../ui/choose-company.tsx'
import { Button, Input } from '../ui/controls.ts'
import { PageMessage } from '../ui/page-message.tsx'
import { CodeForm, CodeResult, CodeSheet, ShownCode } from './code-sheet.tsx'
import { DeviceList } from './device-list.tsx'

type PairingDevice = Output<Calls['Device']['asking']>['data']
type MerchantName = Pick<Merchant, 'merchant_id' | 'name'>

/**
 * `/pair?code=…`, the address in the QR code on a kitchen device. An owner pairs or rejects the device; without a code
 * the page lists paired devices (KDS-25).
 */
export function PairPage() {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const [search, setSearch] = useSearchParams()
  const code = search.get('code') ?? ''
  if (!user) return null
  if (!managesCompany(actorOf(user)))
    return (
      <PageMessage icon={Lock} title={t('Pair a device')} testId="pair-forbidden">
        <Box color="fg.muted">{t('Only the company owner can pair a device.')}</Box>
      </PageMessage>
    )
  if (!user.company) return <ChooseCompany />
  if (code === '')
    return (
      <CodeForm
        title={t('Pair a device')}
        label={t('Enter the code shown on the device.')}
        onCode={(typed) => setSearch({ code: typed })}
      >
        <DeviceList key={user.company.company_id} timezone={user.company.timezone} country={user.company.country.alpha2} />
      </CodeForm>
    )
  return <PairingRequest key={`${code} ${user.company.company_id}`} code={code} onRestart={() => setSearch({})} />
}

type Outcome = { kind: 'paired'; name: string } | { kind: 'rejected' }

function PairingRequest({ code, onRestart }: { code: string; onRestart: () => void }) {
  const t = useTranslate()
  const { client, session } = useCore()
  const { data: request, error: loadError } = useQuery({
    ...readOnce,
    queryKey: ['pairing', code, session.company()],
    async queryFn({ signal }) {
      const merchants = readRows(
        client,
        { table: 'merchant', include: ['merchant_id', 'name'], order: [{ field: 'merchant_id' }], limit: [0, 1000] },
        { company: undefined, signal },
      )
      const [{ data: device }, rows] = await Promise.all([client.Device.asking({ code }, { signal }), merchants])
      return { device, merchants: rows as unknown as readonly MerchantName[] }
    },
    meta: { failure: "can't read the pairing request" },
  })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [actionError, setActionError] = useState<ApiError | null>(null)
  const error = actionError ?? (isApiError(loadError) ? loadError : null)

  const restart = <Button onClick={onRestart}>{t('Enter another code')}</Button>
  if (error)
    return (
      <CodeResult title={t('Pair a device')} icon="alert" text={t.message(error.message, error.params)}>
        {restart}
      </CodeResult>
    )
  if (outcome?.kind === 'paired')
    return (
      <CodeResult title={t('Pair a device')} icon="check" text={t('%1 is paired.', [outcome.name])}>
        <Button onClick={onRestart}>{t('Kitchen devices')}</Button>{' '}
        <Button asChild variant="solid">
          <Link to={companyRoutes['Company-Order']}>{t('To the order page')}</Link>
        </Button>
      </CodeResult>
    )
  if (outcome?.kind === 'rejected')
    return (
      <CodeResult title={t('Pair a device')} icon="check" text={t('Request rejected. The device now shows a new code.')}>
        {restart}
      </CodeResult>
    )
  if (request?.device.state === 'confirmed')
    return (
      <CodeResult title={t('Pair a device')} icon="info" text={t('This code has already been used. The device is paired.')}>
        {restart}
      </CodeResult>
    )
  if (request?.device.state === 'expired')
    return (
      <CodeResult title={t('Pair a device')} icon="alert" text={t('This code has expired. The device will show a new one.')}>
        {restart}
      </CodeResult>
    )
  return (
    <CodeSheet title={t('Pair a device')}>
      {request && (
        <PairForm
          {...request}
          onPaired={(name) => setOutcome({ kind: 'paired', name })}
          onRejected={() => setOutcome({ kind: 'rejected' })}
          onError={setActionError}
        />
      )}
    </CodeSheet>
  )
}

interface PairFormProps {
  device: PairingDevice
  merchants: readonly MerchantName[]
  onPaired: (name: string) => void
  onRejected: () => void
  onError: (error: ApiError) => void
}

function PairForm({ device, merchants, onPaired, onRejected, onError }: PairFormProps) {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const company = useSelected(session.store, (state) => state.user?.company?.name)
  const [name, setName] = useState(device.name)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(merchants.map(({ merchant_id }) => merchant_id)))
  const [busy, setBusy] = useState(false)
  const id = useId()

  async function act(call: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await call()
    } catch (error) {
      ports.log("can't answer the pairing request", error)
      if (!isApiError(error)) throw error
      onError(error)
    } finally {
      setBusy(false)
    }
  }
  const pair = (event: FormEvent): void => {
    event.preventDefault()
    void act(async () => {
      await client.Device.confirm({ code: device.code, name: name.trim() || device.name, merchants: [...chosen] })
      onPaired(name.trim() || device.name)
    })
  }
  const reject = (): void =>
    void act(async () => {
      await client.Device.refuse({ code: device.code })
      onRejected()
    })
  const toggle = (merchant: number): void =>
    setChosen((now) =>
      now.has(merchant) ? new Set([...now].filter((other) => other !== merchant)) : new Set([...now, merchant]),
    )

  return (
    <chakra.form onSubmit={pair} display="grid" gap="4" data-testid="pair">
      <Box>
        {t('A device wants to connect to %1. Check that this code matches the one on its screen.', [
          localized(company ?? {}, lang),
        ])}
      </Box>
      <ShownCode code={device.code} />
      <Box>
        <chakra.label htmlFor={id} display="block" fontWeight="medium" mb="1">
          {t('Device name')}
        </chakra.label>
        <Input id={id} maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Box>
      <chakra.fieldset>
        <chakra.legend fontWeight="medium" mb="1">
          {t('Merchants it can access')}
        </chakra.legend>
        <Box maxH="60" overflowY="auto" display="grid" gap="1">
          {merchants.map(({ merchant_id, name: merchant }) => (
            <chakra.label key={merchant_id} display="flex" alignItems="center" gap="2" minH="6" cursor="pointer">
              <chakra.input
                type="checkbox"
                w="4"
                h="4"
                accentColor="accent.solid"
                checked={chosen.has(merchant_id)}
                onChange={() => toggle(merchant_id)}
              />
              {localized(merchant, lang)}
            </chakra.label>
          ))}
        </Box>
        {chosen.size === 0 && (
          <Box mt="1" fontSize="sm" color="negative" role="alert">
            {t('Choose at least one merchant.')}
          </Box>
        )}
      </chakra.fieldset>
      <Box>
        <Box fontWeight="medium" mb="1">
          {t('Permissions')}
        </Box>
        <chakra.ul ps="5" listStyleType="disc" color="fg.muted">
          <li>{t('View and move orders of these merchants, and tick items')}</li>
          <li>{t('Print tickets')}</li>
          <li>{t('No access to customer lists, reports or settings')}</li>
        </chakra.ul>
      </Box>
      <Box display="flex" gap="2" flexWrap="wrap">
        <Button type="submit" variant="solid" disabled={busy || chosen.size === 0}>
          {t('Pair device')}
        </Button>
        <Button disabled={busy} onClick={reject}>
          {t('Reject')}
        </Button>
      </Box>
    </chakra.form>
  )
}
