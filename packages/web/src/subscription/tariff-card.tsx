import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { companyLimits, companyOptions, entities, type Multilang, type TariffOptionEntry } from '@tiffin/sdk/contract'
import { formatNumber } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { addOnsOf, formatMoney, localized, parseMoney } from '@tiffin/core/rules'
import { fieldName } from '@tiffin/core/screens'
import { type CardAction, formatDollars, type TariffCard as Card } from '@tiffin/core/subscription'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { optionNames } from '../ui/option-names.ts'
import { Dollars } from './dollars.tsx'
import { PeriodPrice } from './period-price.tsx'

interface Props {
  card: Card
  onAddOns: (chosen: readonly string[]) => void
  onAction: () => void
}

/** A tariff with its price for the chosen period (BILL-07). */
export function TariffCard({ card, onAddOns, onAction }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { tariff, terms, isSelected, isArchived, monthly, total } = card
  const { month, discount } = terms.period
  const name = localized(tariff.name, lang)
  return (
    <Box
      as="article"
      aria-label={name}
      display="flex"
      flexDirection="column"
      gap="3"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      borderColor={isSelected ? 'accent' : undefined}
      data-testid={`tariff-${tariff.tariff_id}`}
    >
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <Box as="h2" fontSize="lg" fontWeight="semibold" overflowWrap="anywhere">
          {name}
        </Box>
        {tariff.most_value === 1 && <Mark tone="info">{t('Best value')}</Mark>}
        {isSelected && <Mark tone="positive">{t('Selected')}</Mark>}
      </Box>
      <Description texts={tariff.description_top} />
      <Box>
        <Box as="span" fontSize="2xl" fontWeight="semibold">
          <Dollars amount={monthly} />
        </Box>{' '}
        <Box as="span" color="fg.muted">
          {t('a month')}
        </Box>
        {(month > 1 || discount > 0) && (
          <Box fontSize="sm" data-testid="period-price">
            <PeriodPrice total={total} months={month} />
            {discount > 0 && (
              <Box as="span" color="positive">
                {' '}
                {t('(%1 % off)', [discount])}
              </Box>
            )}
          </Box>
        )}
      </Box>
      <Description texts={tariff.description_middle} />
      <Features card={card} onAddOns={onAddOns} />
      <Description texts={tariff.description_bottom} />
      {isArchived && (
        <Box display="flex" gap="2" p="2" borderRadius="l2" bg="warning.subtle" color="warning" data-testid="archived">
          <Icon name="alert" />
          {t('This tariff is no longer offered. If you move to another one, you can’t return to it.')}
        </Box>
      )}
      {card.action && (
        <Button
          mt="auto"
          variant={isSelected ? 'outline' : 'solid'}
          aria-label={`${actionLabel(card, card.action)}: ${name}`}
          onClick={onAction}
        >
          {actionLabel(card, card.action)}
        </Button>
      )}
    </Box>
  )

  function actionLabel({ tariff: { trial_period: days, button } }: Card, action: CardAction): string {
    if (action === 'trial') return t('Try free for %1 days', [days ?? 0])
    if (action === 'contact') return localized(button ?? {}, lang) || t('Contact us')
    return t(actionTexts[action])
  }
}

const actionTexts = { switch: 'Switch', change: 'Change', pay: 'Pay' } as const satisfies Partial<Record<CardAction, PlainKey>>

const Mark = ({ tone, children }: { tone: 'info' | 'positive'; children: string }) => (
  <Box as="span" px="2" borderRadius="full" fontSize="sm" fontWeight="medium" bg={`${tone}.subtle`} color={tone}>
    {children}
  </Box>
)

function Description({ texts }: { texts: Multilang | null | undefined }) {
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const text = localized(texts ?? {}, lang)
  if (text === '') return null
  return (
    <Box color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
      {text}
    </Box>
  )
}

/** Limits, included options, and a switch for each add-on (BILL-15). */
function Features({ card, onAddOns }: Pick<Props, 'card' | 'onAddOns'>) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { tariff, terms } = card
  const addOns = addOnsOf(tariff)
  const enabled = (tariff.option ?? []).filter(({ enable }) => enable === 1)
  const included = enabled.filter(({ field, free }) => field.startsWith('allow_') && free === 1)
  const limits = enabled.filter(({ field }) => (companyLimits as readonly string[]).includes(field))
  const over = enabled.find(({ field }) => field === 'overlimit_order_price')
  const names: Readonly<Record<string, string>> = optionNames(t)
  const nameOf = ({ field }: TariffOptionEntry): string =>
    (companyOptions as readonly string[]).includes(field) ? (names[field] ?? field) : fieldName(entities.company, field, t)
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1">
      {limits.map((entry) => (
        <Feature key={entry.field} entry={entry}>
          {t('%1: %2', [nameOf(entry), entry.value === '' ? t('No limit') : formatNumber(Math.floor(Number(entry.value)), lang)])}
        </Feature>
      ))}
      {over && over.value !== '' && (
        <Feature entry={over}>
          {t('%1: %2', [t('Order over the limit'), formatDollars(formatMoney(parseMoney(over.value)), lang)])}
        </Feature>
      )}
      {included.map((entry) => (
        <Feature key={entry.field} entry={entry}>
          <Box display="flex" alignItems="center" gap="2">
            <Box color="positive">
              <Icon name="check" size={16} />
            </Box>
            {nameOf(entry)}
          </Box>
        </Feature>
      ))}
      {addOns.map((entry) => {
        const isOn = terms.addOns.includes(entry.field)
        return (
          <Feature key={entry.field} entry={entry}>
            <Box as="label" display="flex" alignItems="center" gap="2" minH="6" cursor="pointer">
              <input
                type="checkbox"
                role="switch"
                checked={isOn}
                data-option={entry.field}
                onChange={() =>
                  onAddOns(isOn ? terms.addOns.filter((name) => name !== entry.field) : [...terms.addOns, entry.field])
                }
              />
              <Box flex="1">{nameOf(entry)}</Box>
              <Box color="fg.muted" fontSize="sm">
                {t('+%1 a month', [formatDollars(formatMoney(parseMoney(entry.value)), lang)])}
              </Box>
            </Box>
          </Feature>
        )
      })}
    </Box>
  )
}

const Feature = ({ entry, children }: { entry: TariffOptionEntry; children: ReactNode }) => (
  <Box as="li" overflowWrap="anywhere">
    {children}
    <Box fontSize="sm">
      <Description texts={entry.description} />
    </Box>
  </Box>
)
