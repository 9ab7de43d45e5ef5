import { localized, offersTrial, trialDays } from '@tiffin/core/rules'
import { type Country, type GlobalLang, type Owner, type Tariff } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { suggestionOr, notFound, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { suggest } from '../suggest.ts'
import { readRows } from './read-rows.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

/** The rows of the owner table with status 1 (COMP-16). */
const readCompanies = (connection: Connection) =>
  readRows(connection, {
    table: 'owner',
    search: [{ key: 'status', prm: 1 }],
    order: [{ field: 'company_id' }],
  })

/** The available companies, with the current one marked (COMP-16). */
export async function listCompanies(connection: Connection): Promise<Result> {
  const user = await connection.user()
  const { rows } = await readCompanies(connection)
  const chosen = user.company?.company_id
  return {
    rows: rows.map((row) => ({ ...row, chosen: row['company_id'] === chosen ? '*' : '' })),
    columns: ['chosen', 'company_id', 'name', 'company_role'],
  }
}

/** Switches this profile to a company given by id or name; other profiles and users are not affected (COMP-17). */
export async function useCompany(connection: Connection, given: string): Promise<Result> {
  const { rows } = await readCompanies(connection)
  const companies = rows as unknown as Owner[]
  const names = (company: Owner) => Object.values(company.name ?? {}).map((name) => name.toLowerCase())
  const found = companies.filter(
    (company) => String(company.company_id) === given || names(company).includes(given.toLowerCase()),
  )
  const [company] = found
  if (!company) {
    const suggestion = suggest(
      given,
      companies.flatMap((item) => Object.values(item.name ?? {})),
    )
    throw notFound('Company not found: %1', {
      params: [given],
      next: [suggestionOr(suggestion, 'List them: tiffin company list')],
    })
  }
  if (found.length > 1)
    throw wrongUsage('More than one company is named %1', {
      params: [given],
      next: [{ message: found.map((entry) => entry.company_id).join(', ') }],
    })
  storeCompany(connection, company.company_id)
  return { rows: [{ company_id: company.company_id, name: company.name }], single: true }
}

export interface NewCompany {
  name: string
  country: string
  langs?: string | undefined
  timezone?: string | undefined
}

/** The input of Company/Create, with names of countries and languages resolved to ids. */
export async function companyInput(connection: Connection, options: NewCompany) {
  const countries = await readRows(connection, { table: 'country', limit: [0, 1000] })
  const languages = await readRows(connection, { table: 'global_lang', limit: [0, 1000] })
  const country = findCountry(countries.rows as unknown as Country[], options.country)
  const lang = readList(options.langs ?? connection.lang).map((code) =>
    findLanguage(languages.rows as unknown as GlobalLang[], code),
  )
  const name = { [readList(options.langs ?? connection.lang)[0] ?? 'en']: options.name }
  return { country, lang, name, tariff: null, ...(options.timezone === undefined ? {} : { timezone: options.timezone }) }
}

/** Payment terms of the new company, shown before it is created; undefined if its tariff offers no trial. */
export async function trialRemark(connection: Connection, t: CommandTranslate) {
  const rows = await bestTariff(connection)
  const [tariff] = rows as unknown as Tariff[]
  if (!tariff || !offersTrial(tariff)) return undefined
  const { trials = [] } = await connection.user()
  const days = trialDays(tariff, trials)
  const name = localized(tariff.name, connection.lang)
  const text =
    days > 0
      ? t('The tariff %1 is free for the first %2 days', [name, days])
      : t('The free trial of tariff %1 was already used: billing starts today', [name])
  return { days, text }
}

async function bestTariff(connection: Connection) {
  const { rows } = await readRows(connection, {
    table: 'tariff',
    search: [
      { key: 'status', prm: 1 },
      { key: 'subscription', prm: 1 },
    ],
    order: [{ field: 'most_value', dir: 'desc' }, { field: 'order' }, { field: 'tariff_id' }],
    limit: [0, 1],
  })
  return rows
}

/** Creates a company with all records that it needs, and switches to it. */
export async function createCompany(connection: Connection, input: Awaited<ReturnType<typeof companyInput>>): Promise<Result> {
  const { data } = await connection.client.Company.Create({ company: input }, { retryWrites: true, timeoutMs: 60_000 })
  storeCompany(connection, data.company_id)
  return { rows: [{ company_id: data.company_id, name: input.name }], single: true }
}

/** With a token from the environment, there is no profile in which to store the choice. */
function storeCompany({ store, profile, token }: Connection, company: number): void {
  if (profile.token !== token) return
  store.update((current) => ({ ...current, company }))
}

function findCountry(countries: readonly Country[], given: string): number {
  const word = given.toLowerCase()
  const found = countries.find(
    (country) =>
      String(country.country_id) === word ||
      country.alpha2.toLowerCase() === word ||
      Object.values(country.name).some((name) => name.toLowerCase() === word),
  )
  if (found) return found.country_id
  const suggestion = suggest(
    given,
    countries.map((country) => localized(country.name, 'en')),
  )
  throw wrongUsage('Country not found: %1', {
    params: [given],
    next: [suggestionOr(suggestion, 'Enter its two-letter code, such as DE')],
  })
}

function findLanguage(languages: readonly GlobalLang[], given: string): number {
  const found = languages.find((language) => language.code === given)
  if (found) return found.global_lang_id
  throw wrongUsage('Language not found: %1', {
    params: [given],
    next: [{ message: languages.map((language) => language.code).join(', ') }],
  })
}
