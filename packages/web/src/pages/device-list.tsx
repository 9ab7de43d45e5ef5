import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Core } from '@tiffin/core'
import { type Device, entities, isApiError, type Merchant } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, localized } from '@tiffin/core/rules'
import { saveRecords } from '@tiffin/core/screens'
import { readOnce } from '../queries.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

type Paired = Pick<Device, 'device_id' | 'name' | 'merchants' | 'last_seen'>
interface Read {
  devices: readonly Paired[]
  merchants: ReadonlyMap<number, Merchant['name']>
}

/** The company's paired kitchen devices; access can be revoked at once (KDS-25). */
export function DeviceList({ timezone, country }: { timezone: string; country: string }) {
  const t = useTranslate()
  const { notices, session, serverClock } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { read, failed, revoke } = useDevices()
  const [asking, setAsking] = useState<Paired | null>(null)

  const namesOf = (ids: readonly number[]): string =>
    formatList(
      ids.map((id) => localized(read?.merchants.get(id) ?? {}, lang) || String(id)),
      lang,
    )
  const revokeAccess = async (device: Paired): Promise<void> => {
    setAsking(null)
    try {
      await revoke(device)
      notices.show('positive', 'Saved')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }

  if (failed) return <Box color="fg.muted">{t("Can't load the devices")}</Box>
  if (!read) return null
  return (
    <Box as="section" display="grid" gap="2" data-testid="devices">
      <Box as="h2" fontSize="lg" fontWeight="semibold">
        {t('Paired devices')}
      </Box>
      {read.devices.length === 0 && <Box color="fg.muted">{t('No paired devices yet.')}</Box>}
      <chakra.ul listStyleType="none">
        {read.devices.map((device) => (
          <chakra.li
            key={device.device_id}
            display="flex"
            alignItems="center"
            gap="3"
            py="2"
            borderBottomWidth="1px"
            data-testid={`device-${device.device_id}`}
          >
            <Box flex="1" minW="0">
              <Box fontWeight="medium" overflowWrap="anywhere">
                {device.name}
              </Box>
              <Box fontSize="sm" color="fg.muted">
                {namesOf(device.merchants)}
              </Box>
              <Box fontSize="sm" color="fg.muted">
                {device.last_seen
                  ? t('Last seen: %1', [clockTime(device.last_seen, { lang, timezone, country, now: serverClock.now() })])
                  : t('Not seen yet')}
              </Box>
            </Box>
            <Button aria-label={t('Revoke access: %1', [device.name])} onClick={() => setAsking(device)}>
              {t('Revoke access')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      {asking && (
        <AskDialog
          title={t('Revoke access for %1?', [asking.name])}
          testId="revoke-question"
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('No')}</Button>
              <Button variant="negative" data-autofocus onClick={() => void revokeAccess(asking)}>
                {t('Yes')}
              </Button>
            </>
          }
        >
          {t('Its board closes immediately. To use it again, pair the device with a new code.')}
        </AskDialog>
      )}
    </Box>
  )
}

/** The devices of this tab's current company, and a function that revokes one; it rejects with an ApiError. */
function useDevices() {
  const { client, session } = useCore()
  const { data, isError, refetch } = useQuery({
    ...readOnce,
    queryKey: ['devices', session.company()],
    queryFn: ({ signal }) => readDevices(client, signal),
    meta: { failure: "can't read the devices" },
  })
  return {
    read: data,
    failed: isError && !data,
    async revoke({ device_id }: Paired): Promise<void> {
      await saveRecords(client, entities.device, [{ id: device_id, row: { revoked: 1 } }], undefined)
      await refetch({ throwOnError: true })
    },
  }
}

async function readDevices(client: Core['client'], signal: AbortSignal): Promise<Read> {
  const { data } = await client.Reference.getData(
    {
      tables: [
        {
          table: 'device',
          include: ['device_id', 'name', 'merchants', 'last_seen'],
          search: [{ key: 'revoked', prm: 0 }],
          order: [{ field: 'name' }],
          limit: [0, 1000],
        },
        { table: 'merchant', include: ['merchant_id', 'name'], limit: [0, 1000] },
      ],
    },
    { signal },
  )
  const merchants = (data['merchant']?.data ?? []) as unknown as Merchant[]
  return {
    devices: (data['device']?.data ?? []) as unknown as Paired[],
    merchants: new Map(merchants.map(({ merchant_id, name }) => [merchant_id, name])),
  }
}
