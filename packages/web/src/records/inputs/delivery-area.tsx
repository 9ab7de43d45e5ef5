import { Box } from '@chakra-ui/react'
import { actorOf } from '@tiffin/core'
import { type Address, DEFAULT_RADIUS } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { merchantTabLevel } from '@tiffin/core/rules'
import { Button } from '../../ui/controls.ts'
import type { InputProps } from './input-props.ts'
import { PickOnMap } from './pick-on-map.tsx'
import { RadiusInput } from './small-structures.tsx'

/**
 * How far from its address a merchant delivers (MAP-08, AMB-135). It is stored in the address, so the same users may
 * change it.
 */
export function DeliveryArea(props: InputProps) {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const address = props.row['address'] as Address | null | undefined
  const merchant = Number(props.row['merchant_id'] ?? 0)
  // Without access to the address, the row does not contain it.
  if (!address || !user) return null
  const disabled = props.disabled || (merchant > 0 && merchantTabLevel(actorOf(user), merchant, 'Main') < 2)
  const { radius, ...place } = address
  const set = (part: Partial<Address>): void => props.onSet('address', { ...address, ...part })
  if (radius === undefined) {
    return (
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3" data-testid="delivery-area">
        <Box color="fg.muted">{t('The delivery area has no limit')}</Box>
        <Button size="sm" disabled={disabled} onClick={() => set({ radius: DEFAULT_RADIUS })}>
          {t('Limit the delivery area')}
        </Button>
      </Box>
    )
  }
  const label = t('Delivery area (m)')
  return (
    <Box display="grid" gap="2" data-testid="delivery-area" role="group" aria-label={label}>
      <Box fontSize="sm" color="fg.muted">
        {label}
      </Box>
      <RadiusInput
        {...props}
        id={`${props.id}-radius`}
        label={label}
        value={radius}
        disabled={disabled}
        onChange={(value) => set({ radius: Number(value) })}
      />
      <Box display="flex" gap="2">
        <PickOnMap
          kind="merchant"
          start={address}
          merchant={merchant}
          disabled={disabled}
          onPick={({ exact: _exact, ...picked }) => set(picked)}
        />
        <Button variant="ghost" disabled={disabled} onClick={() => props.onSet('address', place)}>
          {t('Remove limit')}
        </Button>
      </Box>
    </Box>
  )
}
