import type { Client } from '@tiffin/sdk/client'
import type { Country, GlobalLang, SubscribePeriod, TableQuery, Tariff } from '@tiffin/sdk/contract'
import { billOf, offersTrial, type Subscription, trialDays } from '#rules/index'

export type OfferedCountry = Pick<Country, 'country_id' | 'name' | 'alpha2'>
export type OfferedLanguage = Pick<GlobalLang, 'global_lang_id' | 'name' | 'code'>
export type OfferedTariff = Pick<
  Tariff,
  | 'tariff_id'
  | 'name'
  | 'description_top'
  | 'description_middle'
  | 'description_bottom'
  | 'amount'
  | 'option'
  | 'subscription'
  | 'trial'
  | 'trial_period'
  | 'most_value'
>
export type OfferedPeriod = Pick<SubscribePeriod, 'subscribe_period_id' | 'name' | 'month' | 'discount' | 'default'>

/** Options for a new company, in display order. */
export interface Choices {
  countries: readonly OfferedCountry[]
  languages: readonly OfferedLanguage[]
  tariffs: readonly OfferedTariff[]
  periods: readonly OfferedPeriod[]
}

/** Positions in the lists of countries and languages that the documents preselect (AMB-146). */
const COUNTRY_INDEX = 206
const LANGUAGE_INDEX = 26

const whole = (table: string, order: string, include: readonly string[]): TableQuery => ({
  table,
  include: [...include],
  order: [{ field: order }],
  limit: [0, 1000],
})

const active = [{ key: 'status', prm: 1 }]

/** Rejects with an ApiError. */
export async function readChoices(client: Client): Promise<Choices> {
  const { data } = await client.Reference.getData({
    tables: [
      whole('country', 'country_id', ['country_id', 'name', 'alpha2']),
      whole('global_lang', 'global_lang_id', ['global_lang_id', 'name', 'code']),
      {
        ...whole('tariff', 'order', [
          ...(['tariff_id', 'name', 'description_top', 'description_middle', 'description_bottom'] as const),
          ...(['amount', 'option', 'subscription', 'trial', 'trial_period', 'most_value'] as const),
        ]),
        search: active,
      },
      { ...whole('subscribe_period', 'month', ['subscribe_period_id', 'name', 'month', 'discount', 'default']), search: active },
    ],
  })
  const rows = (table: string): unknown => data[table]?.data ?? []
  return {
    countries: rows('country') as OfferedCountry[],
    languages: rows('global_lang') as OfferedLanguage[],
    tariffs: rows('tariff') as OfferedTariff[],
    periods: rows('subscribe_period') as OfferedPeriod[],
  }
}

/** The initial selection (COMP-10 to 13, AMB-146, AMB-177). */
export function preselected(
  { countries, languages, tariffs, periods }: Choices,
  locales: readonly string[],
): { country: number | null; lang: number | null; tariff: number | null; period: number | null } {
  const parts = locales.flatMap((locale) => (isLocale(locale) ? new Intl.Locale(locale) : []))
  const country =
    countries[COUNTRY_INDEX] ?? firstOf(parts, ({ region }) => countries.find(({ alpha2 }) => alpha2 === region)) ?? countries[0]
  const lang =
    languages[LANGUAGE_INDEX] ?? firstOf(parts, ({ language }) => languages.find(({ code }) => code === language)) ?? languages[0]
  const offered = tariffs.filter(({ subscription }) => subscription === 1)
  const tariff = offered.find(({ most_value }) => most_value === 1) ?? offered[0]
  const period = periods.find((one) => one.default === 1) ?? periods[0]
  return {
    country: country?.country_id ?? null,
    lang: lang?.global_lang_id ?? null,
    tariff: tariff?.tariff_id ?? null,
    period: period?.subscribe_period_id ?? null,
  }
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Price of a tariff and a period for a new company. */
export interface Term {
  /** Days of free trial; 0 without one. */
  trialDays: number
  /** The tariff offers a trial, but this person has already used it (AMB-239). */
  isTrialUsed: boolean
  /** The first bill in US dollars: due after the trial, else at once. */
  firstBill: string
}

const newCompany: Subscription = {
  trial: 0,
  balance: '0.00',
  timezone: 'UTC',
  due_date: null,
  terms: null,
  period_start: null,
  paid_total: '0.00',
  usedTariffs: [],
}

/** @param used tariffs whose trial the person has already used */
export function termsOf(tariff: OfferedTariff, period: OfferedPeriod, used: readonly number[]): Term {
  const days = trialDays(tariff, used)
  // Without current terms the bill doesn't depend on the time.
  const bill = billOf(newCompany, { tariff, period, addOns: [] }, 0)
  return {
    trialDays: days,
    isTrialUsed: days === 0 && offersTrial(tariff),
    firstBill: bill?.bill ?? '0.00',
  }
}
