import type { Ports } from '../ports.ts'

/** The current company of this tab, terminal or profile; 0 means none, undefined means not known yet. */
export interface CurrentCompany {
  get(): number | undefined
  set(company: number | undefined): void
  /** The company option of calls. */
  option(): { company?: number }
}

const COMPANY = 'company'

/** Each tab has its own company and starts with the user's default. A choice in another tab does not affect it. */
export function createCurrentCompany({ tabStorage }: Pick<Ports, 'tabStorage'>): CurrentCompany {
  let company = Number(tabStorage?.get(COMPANY)) || undefined
  return {
    get: () => company,
    set(next) {
      company = next
      tabStorage?.set(COMPANY, next === undefined ? undefined : String(next))
    },
    option: () => (company === undefined ? {} : { company }),
  }
}
