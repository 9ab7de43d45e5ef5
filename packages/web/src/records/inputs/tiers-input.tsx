import { Box, defineStyle } from '@chakra-ui/react'
import type { DeliveryTier } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { checkBands } from '@tiffin/core/screens'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCurrency } from '../use-unit.ts'
import { DeliveryArea } from './delivery-area.tsx'
import type { InputProps } from './input-props.ts'
import { WithUnit } from './with-unit.tsx'

const columns = ['from_km', 'to_km', 'price', 'per_km'] as const

/** Distance bands with prices, as a drawing and as numbers (AMB-110). */
export function TiersInput(props: InputProps) {
  const { value, disabled, label, onChange } = props
  const t = useTranslate()
  const currency = useCurrency()
  const bands = (value ?? []) as DeliveryTier[]
  const heads = { from_km: t('From (km)'), to_km: t('To (km)'), price: t('Price'), per_km: t('Per km') }
  const units = { from_km: undefined, to_km: undefined, price: currency, per_km: currency }
  const problem = checkBands(bands)
  const maxDistance = Math.max(0, ...bands.map(({ to_km: to }) => to))
  const set = (index: number, name: (typeof columns)[number], text: string): void =>
    onChange(bands.map((band, at) => (at === index ? { ...band, [name]: Number(text) } : band)))
  return (
    <Box display="grid" gap="3" containerType="inline-size">
      <DeliveryArea {...props} />
      {bands.length === 0 && <Box color="fg.muted">{t('No delivery')}</Box>}
      {maxDistance > 0 && <BandsDrawn bands={bands} maxDistance={maxDistance} currency={currency} />}
      {bands.length > 0 && (
        <Box css={tableStyles}>
          <Box className="heads" aria-hidden="true">
            {columns.map((name) => (
              <span key={name}>{heads[name]}</span>
            ))}
          </Box>
          {bands.map((band, index) => (
            <Box key={index} className="band">
              {columns.map((name) => (
                <Box key={name}>
                  <Box as="span" className="head" aria-hidden="true">
                    {heads[name]}
                  </Box>
                  <WithUnit unit={units[name]}>
                    <Input
                      type="number"
                      min={0}
                      step="any"
                      dir="ltr"
                      disabled={disabled}
                      aria-label={`${label} ${index + 1}: ${heads[name]}`}
                      value={band[name]}
                      onChange={(event) => set(index, name, event.target.value)}
                    />
                  </WithUnit>
                </Box>
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
          {t.sentence(problem)}
        </Box>
      )}
      {!disabled && (
        <Box>
          <Button onClick={() => onChange([...bands, { from_km: maxDistance, to_km: maxDistance + 3, price: 0, per_km: 0 }])}>
            {t('Add band')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

interface DrawnProps {
  bands: readonly DeliveryTier[]
  maxDistance: number
  currency: string | undefined
}

/** The bands with their prices, and below them the kilometres at their edges. */
function BandsDrawn({ bands, maxDistance, currency }: DrawnProps) {
  const t = useTranslate()
  // Near bands are short: a square-root scale leaves each one room for its price.
  const share = (km: number): number => Math.sqrt(Math.max(0, km) / maxDistance) * 100
  const amount = (value: number): string => [value.toFixed(2), currency].filter(Boolean).join(' ')
  const marks = [...new Set(bands.flatMap(({ from_km: from, to_km: to }) => [from, to]))].toSorted((a, b) => a - b)
  return (
    <Box aria-hidden="true" css={drawnStyles}>
      <Box className="bar" data-testid="bands">
        {bands.map(({ from_km: from, to_km: to, price, per_km: perKm }, index) => (
          <Box
            key={index}
            className="part"
            title={t('%1–%2 km: %3, and %4 per km', [from, to, amount(price), amount(perKm)])}
            style={{ insetInlineStart: `${share(from)}%`, width: `${Math.max(0, share(to) - share(from))}%` }}
          >
            <bdi className="price">{amount(price)}</bdi>
          </Box>
        ))}
      </Box>
      <Box className="scale">
        {marks.map((km) => (
          <span key={km} data-end={km === maxDistance || undefined} style={{ insetInlineStart: `${share(km)}%` }}>
            {km === maxDistance ? t('%1 km', [km]) : km}
          </span>
        ))}
      </Box>
    </Box>
  )
}

const drawnStyles = defineStyle({
  '& .bar': { position: 'relative', h: '8', bg: 'bg.muted', borderRadius: 'l2', overflow: 'hidden' },
  '& .part': {
    position: 'absolute',
    insetBlock: 0,
    bg: 'accent.subtle',
    borderInlineEndWidth: '2px',
    borderColor: 'accent',
    px: '1.5',
    fontSize: 'xs',
    lineHeight: '32px',
    textAlign: 'center',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    // A truncated price would be misread.
    containerType: 'inline-size',
    '& .price': { display: 'none' },
  },
  '@container (min-width: 48px)': { '& .part .price': { display: 'inline' } },
  '& .scale': { position: 'relative', h: '5', fontSize: 'xs', color: 'fg.muted' },
  '& .scale > span': {
    position: 'absolute',
    insetBlockStart: '0.5',
    transform: 'translateX(-50%)',
    whiteSpace: 'nowrap',
    _rtl: { transform: 'translateX(50%)' },
    '&[data-end]': { transform: 'translateX(-100%)', _rtl: { transform: 'translateX(100%)' } },
    '&:first-of-type:not([data-end])': { transform: 'none' },
  },
})

/** One line per band; if that is too narrow, each band has its own labels and two fields per line. */
const WIDE = 480
const tableStyles = defineStyle({
  display: 'grid',
  gap: '2',
  '& .heads': { display: 'none' },
  '& .heads, & .head': { fontSize: 'sm', color: 'fg.muted' },
  '& .band': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '2',
    pe: '8',
    pb: '3',
    borderBottomWidth: '1px',
    '& > button': { position: 'absolute', insetInlineEnd: 0, top: '5' },
  },
  [`@container (min-width: ${WIDE}px)`]: {
    '& .heads, & .band': {
      display: 'grid',
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      gap: '2',
      pe: '8',
    },
    '& .band': {
      pb: 0,
      borderBottomWidth: 0,
      alignItems: 'center',
      '& .head': { display: 'none' },
      '& > button': { top: '0.5' },
    },
  },
})
