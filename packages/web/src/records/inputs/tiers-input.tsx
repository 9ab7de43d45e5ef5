import { Box } from '@chakra-ui/react'
import type { DeliveryTier } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { checkBands } from '@tiffin/core/screens'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import type { InputProps } from './input-props.ts'

const columns = ['from_km', 'to_km', 'price', 'per_km'] as const

/** Bands of distance with their prices, as a picture and as numbers (AMB-110). */
export function TiersInput({ value, disabled, label, onChange }: InputProps) {
  const t = useTranslate()
  const bands = (value ?? []) as DeliveryTier[]
  const heads = { from_km: t('From, km'), to_km: t('To, km'), price: t('Price'), per_km: t('Per km') }
  const problem = checkBands(bands)
  const furthest = Math.max(0, ...bands.map(({ to_km: to }) => to))
  /** How far along the picture a distance is: near bands are short, so the roots are drawn. */
  const share = (km: number): number => Math.sqrt(Math.max(0, km) / furthest) * 100
  const set = (index: number, name: (typeof columns)[number], text: string): void =>
    onChange(bands.map((band, at) => (at === index ? { ...band, [name]: Number(text) } : band)))
  return (
    <Box display="grid" gap="2">
      {bands.length === 0 && <Box color="fg.muted">{t('Delivery is not offered')}</Box>}
      {furthest > 0 && (
        <Box position="relative" h="7" bg="bg.muted" borderRadius="l2" overflow="hidden" aria-hidden="true" data-testid="bands">
          {bands.map(({ from_km: from, to_km: to, price, per_km: perKm }, index) => (
            <Box
              key={index}
              position="absolute"
              insetBlock="0"
              bg="accent.subtle"
              borderInlineStartWidth="2px"
              borderColor="accent"
              px="1"
              fontSize="xs"
              lineHeight="28px"
              truncate
              style={{ insetInlineStart: `${share(from)}%`, width: `${Math.max(0, share(to) - share(from))}%` }}
            >
              {t('%1–%2 km: %3, and %4 per km', [from, to, price.toFixed(2), perKm.toFixed(2)])}
            </Box>
          ))}
        </Box>
      )}
      {bands.length > 0 && (
        <Box display="grid" gridTemplateColumns="repeat(4, minmax(0, 1fr)) auto" gap="1.5" alignItems="center">
          {columns.map((name) => (
            <Box key={name} fontSize="sm" color="fg.muted">
              {heads[name]}
            </Box>
          ))}
          <span />
          {bands.map((band, index) => (
            <Box key={index} display="contents">
              {columns.map((name) => (
                <Input
                  key={name}
                  type="number"
                  min={0}
                  step="any"
                  dir="ltr"
                  disabled={disabled}
                  aria-label={`${label} ${index + 1}: ${heads[name]}`}
                  value={band[name]}
                  onChange={(event) => set(index, name, event.target.value)}
                />
              ))}
              <Button
                variant="ghost"
                size="sm"
                px="1"
                disabled={disabled}
                aria-label={`${label} ${index + 1}: ${t('Remove')}`}
                onClick={() => onChange(bands.filter((_, at) => at !== index))}
              >
                <Icon name="close" size={14} />
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {problem && (
        <Box color="negative" fontSize="sm" role="status" data-testid="bands-problem">
          {t(problem.text, problem.params)}
        </Box>
      )}
      {!disabled && (
        <Box>
          <Button onClick={() => onChange([...bands, { from_km: furthest, to_km: furthest + 3, price: 0, per_km: 0 }])}>
            {t('Add a band')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
