import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomUuid } from '@tiffin/sdk/client'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import type { Core } from '../create-core.ts'
import { isTransient } from '../transient-error.ts'
import { type Choices, preselected, readChoices } from './choices.ts'

export interface CompanyCreationState {
  phase: 'loading' | 'failed' | 'ready'
  step: 'name' | 'tariff'
  choices: Choices
  name: string
  /** Key of the country; null while none is chosen. */
  country: number | null
  /** Key of the language. */
  lang: number | null
  /** The tariff marked as the best. */
  tariff: number | null
  period: number | null
  /** The tariff that the company is being created with. */
  creating: number | null
  /** The tariff of a request whose answer got lost: the company may exist, so only this request can be repeated. */
  unanswered: number | null
  error: ApiError | null
}

/** The two steps of creating a company (COMP-08). */
export interface CompanyCreation {
  store: StoreApi<CompanyCreationState>
  /** Loads the lists, again after a failure. */
  load(): Promise<void>
  change(part: Partial<Pick<CompanyCreationState, 'name' | 'country' | 'lang' | 'period'>>): void
  /** Opens the step of the tariffs; does nothing until name and country are given. */
  next(): void
  back(): void
  /** Creates the company with a tariff, and makes this tab act for it. Resolves to whether it did. */
  create(tariff: number): Promise<boolean>
}

const noChoices: Choices = { countries: [], languages: [], tariffs: [], periods: [] }

/** Whether Next and Create are enabled (COMP-14). */
export const isNamed = ({ phase, name, country, lang }: CompanyCreationState): boolean =>
  phase === 'ready' && name.trim() !== '' && country !== null && lang !== null

export const MAX_COMPANY_NAME = 200

/** @param locales languages of the browser, the preferred one first */
export function createCompanyCreation(
  { client, session, notices, ports }: Pick<Core, 'client' | 'session' | 'notices' | 'ports'>,
  locales: readonly string[],
): CompanyCreation {
  const store = createStore<CompanyCreationState>(() => ({
    phase: 'loading',
    step: 'name',
    choices: noChoices,
    name: '',
    country: null,
    lang: null,
    tariff: null,
    period: null,
    creating: null,
    unanswered: null,
    error: null,
  }))
  const { setState: set, getState: get } = store
  /** One key for one content: a request that is repeated creates no second company. */
  let attempt = { content: '', idempotencyKey: '' }

  async function load(): Promise<void> {
    set({ phase: 'loading' })
    try {
      // The person's used trials may have changed in another tab.
      const [choices] = await Promise.all([readChoices(client), session.refresh()])
      set({ phase: 'ready', choices, ...preselected(choices, locales) })
    } catch (error) {
      ports.log("can't load what a new company chooses from", error)
      set({ phase: 'failed' })
    }
  }

  async function send(tariff: number): Promise<number> {
    const { choices, name, country, lang, period } = get()
    const code = choices.languages.find(({ global_lang_id }) => global_lang_id === lang)?.code ?? 'en'
    const company = {
      country: country ?? 0,
      lang: [lang ?? 0],
      name: { [code]: name.trim() },
      tariff: { tariff_id: tariff, subscribe_period_id: period ?? 0 },
    }
    const content = JSON.stringify(company)
    if (attempt.content !== content) attempt = { content, idempotencyKey: randomUuid() }
    const { data } = await client.Company.Create({ company }, { idempotencyKey: attempt.idempotencyKey, retryWrites: true })
    return data.company_id
  }

  return {
    store,
    load,
    change(part) {
      if (get().creating === null && get().unanswered === null) set({ ...part, error: null })
    },
    next() {
      if (isNamed(get())) set({ step: 'tariff', error: null })
    },
    back() {
      if (get().creating === null && get().unanswered === null) set({ step: 'name', error: null })
    },
    async create(tariff) {
      const { creating, unanswered } = get()
      if (!isNamed(get()) || creating !== null || (unanswered !== null && unanswered !== tariff)) return false
      set({ creating: tariff, error: null })
      try {
        const company = await send(tariff)
        set({ unanswered: tariff })
        await session.useCompany(company)
        notices.show('positive', 'Company created successfully')
        return true
      } catch (error) {
        ports.log('the company was not created', error)
        if (!isApiError(error)) throw error
        set((state) => ({ creating: null, unanswered: isTransient(error) ? tariff : state.unanswered, error }))
        return false
      }
    },
  }
}
