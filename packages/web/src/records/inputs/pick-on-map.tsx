import { useState } from 'react'
import type { Address, Coords } from '@tiffin/sdk/contract'
import type { PickedAddress, PickerKind } from '@tiffin/core/map'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { AddressPicker } from '../../map/lazy-address-picker.ts'

interface Props {
  kind: PickerKind
  start: Partial<Omit<Address, 'coords'>> & { coords?: Coords | null }
  /** 0 for none. */
  merchant?: number
  disabled: boolean
  onPick: (picked: PickedAddress) => void
}

/** A button that opens the map picker. */
export function PickOnMap({ kind, start, merchant = 0, disabled, onPick }: Props) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        <Icon name="pin" />
        {t('Choose on the map')}
      </Button>
      <LazyBoundary onFail={close}>
        {isOpen && (
          <AddressPicker
            kind={kind}
            start={start}
            merchant={merchant > 0 ? merchant : null}
            onSave={(picked) => {
              close()
              onPick(picked)
            }}
            onClose={close}
          />
        )}
      </LazyBoundary>
    </>
  )
}
