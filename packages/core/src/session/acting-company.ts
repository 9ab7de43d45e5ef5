import type { Ports } from '../ports.ts'

/** The company that this tab, terminal or profile acts for; 0 is none, undefined is not known yet. */
export interface ActingCompany {
  get(): number | undefined
  set(company: number | undefined): void
  /** What a call about this company says besides its input. */
  option(): { company?: number }
}

const COMPANY = 'company'

/** The tab's own; it starts with the person's default: what another tab chooses first is that one's alone. */
export function createActingCompany({ tabStorage }: Pick<Ports, 'tabStorage'>): ActingCompany {
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
