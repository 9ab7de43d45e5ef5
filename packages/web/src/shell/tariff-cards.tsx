import { Box, chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef } from 'react'
import { type CompanyCreation, isNamed, type OfferedPeriod, type OfferedTariff, termsOf } from '@tiffin/core/new-company'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'

interface Props {
  creation: CompanyCreation
  onCreate: (tariff: number) => void
  onContact: () => void
}

/** The tariffs with their first bill; each creates the company (COMP-09, AMB-148, AMB-249). */
export function TariffCards({ creation, onCreate, onContact }: Props) {
  const t = useTranslate()
  const state = useSelected(creation.store, (now) => now)
  const { choices, creating, period: chosen, tariff: best, unanswered } = state
  const period = choices.periods.find(({ subscribe_period_id }) => subscribe_period_id === chosen)
  const isLocked = creating !== null || unanswered !== null
  if (choices.tariffs.length === 0 || !period) return <Box>{t('No tariff is offered at the moment.')}</Box>
  return (
    <Box display="grid" gap="4">
      <Periods
        periods={choices.periods}
        chosen={chosen}
        isDisabled={isLocked}
        onChoose={(key) => creation.change({ period: key })}
      />
      <Box display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 220px), 1fr))">
        {choices.tariffs.map((tariff) => (
          <TariffCard
            key={tariff.tariff_id}
            tariff={tariff}
            period={period}
            isBest={tariff.tariff_id === best}
            isDisabled={!isNamed(state) || creating !== null || (unanswered !== null && unanswered !== tariff.tariff_id)}
            onCreate={() => onCreate(tariff.tariff_id)}
            onContact={onContact}
          />
        ))}
      </Box>
    </Box>
  )
}

interface PeriodsProps {
  periods: readonly OfferedPeriod[]
  chosen: number | null
  isDisabled: boolean
  onChoose: (key: number) => void
}

function Periods({ periods, chosen, isDisabled, onChoose }: PeriodsProps) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const name = useId()
  return (
    <chakra.fieldset disabled={isDisabled}>
      <chakra.legend fontSize="sm" color="fg.muted" mb="1">
        {t('Pay every')}
      </chakra.legend>
      <Box display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
        {periods.map(({ subscribe_period_id: key, name: names, discount }) => (
          <chakra.label key={key} display="flex" alignItems="center" gap="2" minH="6" cursor="pointer">
            <chakra.input
              type="radio"
              accentColor="accent.solid"
              name={name}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            {localized(names, lang)}
            {discount > 0 && (
              <Box as="span" color="fg.muted">
                {t('%1 off', [`${discount}%`])}
              </Box>
            )}
          </chakra.label>
        ))}
      </Box>
    </chakra.fieldset>
  )
}

interface CardProps {
  tariff: OfferedTariff
  period: OfferedPeriod
  isBest: boolean
  isDisabled: boolean
  onCreate: () => void
  onContact: () => void
}

function TariffCard({ tariff, period, isBest, isDisabled, onCreate, onContact }: CardProps) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const trials = useSelected(session.store, (state) => state.user?.trials)
  const card = useRef<HTMLDivElement>(null)
  const title = useId()
  // The preselected tariff gets the focus, but not its button: a held Enter key would create the company.
  useEffect(() => {
    if (isBest) card.current?.focus()
  }, [isBest])
  const texts = [tariff.description_top, tariff.description_middle, tariff.description_bottom]
  const isOffered = tariff.subscription === 1
  return (
    <Box
      ref={card}
      role="group"
      aria-labelledby={title}
      aria-current={isBest ? 'true' : undefined}
      tabIndex={-1}
      data-testid={`tariff-${tariff.tariff_id}`}
      display="flex"
      flexDirection="column"
      gap="2"
      p="3"
      borderWidth="1px"
      borderRadius="l2"
      borderColor={isBest ? 'accent.solid' : 'border'}
    >
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="baseline" justifyContent="space-between">
        <Box as="h3" id={title} fontWeight="semibold">
          {localized(tariff.name, lang)}
        </Box>
        {isBest && (
          <Box as="span" fontSize="sm" color="accent.fg">
            {t('Best value')}
          </Box>
        )}
      </Box>
      {texts
        .map((text) => localized(text, lang))
        .filter((text) => text !== '')
        .map((text) => (
          <Box key={text} fontSize="sm" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
            {text}
          </Box>
        ))}
      <Box flex="1" fontSize="sm" display="grid" gap="1" alignContent="end">
        {isOffered ? (
          <Terms tariff={tariff} period={period} used={trials ?? []} />
        ) : (
          t('This tariff is set up together with you.')
        )}
      </Box>
      {isOffered ? (
        <Button variant={isBest ? 'solid' : 'outline'} aria-describedby={title} disabled={isDisabled} onClick={onCreate}>
          {t('Create company')}
        </Button>
      ) : (
        <Button aria-describedby={title} onClick={onContact}>
          {t('Contact us')}
        </Button>
      )}
    </Box>
  )
}

/** The price, and the exact trial or first bill. */
function Terms({ tariff, period, used }: { tariff: OfferedTariff; period: OfferedPeriod; used: readonly number[] }) {
  const t = useTranslate()
  const { trialDays, isTrialUsed, firstBill } = termsOf(tariff, period, used)
  return (
    <>
      <Box fontSize="md" fontWeight="semibold">
        {t('$%1 a month', [tariff.amount])}
      </Box>
      {trialDays > 0 && <Box>{t('Free trial: %1', [t('%1 days', [trialDays])])}</Box>}
      {isTrialUsed && <Box>{t('You have already had the free trial of this tariff.')}</Box>}
      <Box>
        {trialDays > 0 ? t('First bill after the trial: $%1', [firstBill]) : t('First bill, due at once: $%1', [firstBill])}
      </Box>
    </>
  )
}
