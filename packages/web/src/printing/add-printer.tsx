import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { isPrinterError } from '@tiffin/core/receipt'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls.ts'
import { useCopy } from '../ui/use-copy.ts'
import type { DeviceNavigator } from './device-types.ts'
import { paperOf } from './printer-paper.ts'
import { deviceKinds, type DeviceKind, missingSupport, type Missing } from './support.ts'
import { usePrinting } from './use-printing.ts'

/** The ways this browser can reach printers directly, and why some are missing (PRINT-07, PRINT-11). */
export function AddPrinter() {
  const t = useTranslate()
  const { notices, ports } = useCore()
  const { station, printers } = usePrinting()
  const [missing, setMissing] = useState<Partial<Record<DeviceKind, Missing>>>({})
  useEffect(() => {
    let current = true
    missingSupport(navigator as unknown as DeviceNavigator, window.isSecureContext)
      .then((found) => current && setMissing(found))
      .catch((error: unknown) => ports.log("can't read how printers are reached", error))
    return () => {
      current = false
    }
  }, [ports])

  async function add(kind: DeviceKind): Promise<void> {
    try {
      const found = await printers.add(kind)
      if (!found) return
      const known = station.store.getState().printers.some(({ address }) => address === found.address)
      const paper = known ? {} : paperOf(found.address, ports.storage)
      station.choose(found.address)
      station.change(found.address, { name: found.name, ...paper })
    } catch (error) {
      if (isPrinterError(error) && error.code === 'printer_no_permission') setMissing({ ...missing, bluetooth: 'permission' })
      notices.show('negative', isPrinterError(error) ? error.message : 'Printer error')
    }
  }
  const names: Record<DeviceKind, string> = { serial: t('Serial port'), usb: 'USB', bluetooth: 'Bluetooth' }
  const reasons: Record<Missing, string> = {
    browser: t('not supported in this browser; use Chrome or Edge'),
    https: t('only available over HTTPS'),
    permission: t('No bluetooth permission'),
  }
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="2">
        {deviceKinds
          .filter((kind) => missing[kind] === undefined)
          .map((kind) => (
            <Button key={kind} onClick={() => void add(kind)}>
              {names[kind]}…
            </Button>
          ))}
      </Box>
      {deviceKinds.map((kind) => {
        const reason = missing[kind]
        if (reason === undefined) return null
        if (reason === 'permission') return <NoBluetooth key={kind} />
        return (
          <Box key={kind} fontSize="sm" color="fg.muted" data-testid={`missing-${kind}`}>
            {t('%1 is unavailable: %2', [names[kind], reasons[reason]])}
          </Box>
        )
      })}
    </>
  )
}

/** Pages can't open browser settings, so their addresses are copied (PRINT-05). */
function NoBluetooth() {
  const t = useTranslate()
  const copy = useCopy()
  return (
    <Box mx="-2">
      <Banner tone="warning" testId="no-bluetooth">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <span>{t('No bluetooth permission')}</span>
          <Button
            size="sm"
            onClick={() => copy(`chrome://settings/content/siteDetails?site=${encodeURIComponent(location.origin)}`)}
          >
            {t('App settings')}
          </Button>
          <Button size="sm" onClick={() => copy('chrome://settings/content/bluetoothDevices')}>
            {t('Bluetooth settings')}
          </Button>
        </Box>
        <Box fontSize="sm" fontWeight="normal">
          {t('These buttons copy a link to the settings. Paste it into the address bar.')}
        </Box>
      </Banner>
    </Box>
  )
}
