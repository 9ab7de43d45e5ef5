import { type ReactElement, createContext, useContext } from 'react'
import type { SessionUser } from '@tiffin/sdk/contract'
import type { Actor } from '@tiffin/core/rules'
import type { ActingCompany, Area, Row, Screen, Today } from '@tiffin/core/screens'

/** Shared by all parts of a record screen. */
export interface RecordsView {
  screen: Screen
  area: Area
  user: SessionUser
  /** The reader; in the platform area an actor without a company. */
  actor: Actor
  /** The company that reads act for. */
  company: ActingCompany
  lang: string
  timezone: string
  /** Two-letter code of the company's country; empty without a company. */
  country: string
  today: () => Today
}

const Context = createContext<RecordsView | null>(null)
export const RecordsProvider = Context.Provider

export function useRecords(): RecordsView {
  const view = useContext(Context)
  if (!view) throw new Error('useRecords needs a RecordsProvider above it')
  return view
}

const InnerListContext = createContext<ReactElement | null>(null)
/** The list shown inside editors and dialogs; provided from above, since lists open editors themselves. */
export const InnerListProvider = InnerListContext.Provider

export function useInnerList(): ReactElement {
  const list = useContext(InnerListContext)
  if (!list) throw new Error('useInnerList needs an InnerListProvider above it')
  return list
}

const companyOf = (row: Row | null): number | undefined => {
  const company = row?.['company'] ?? row?.['company_id']
  return typeof company === 'number' ? company : undefined
}

/** The company for writing a row: a write specifies the row's company (DESIGN §3). */
export function scopeOfRow(view: RecordsView, row: Row | null): { actor: Actor; company: ActingCompany } {
  if (view.area === 'company' || view.screen.entity.scope === 'global') return { actor: view.actor, company: view.company }
  const company = companyOf(row)
  return { actor: { ...view.actor, company: company ?? null }, company: company ?? 0 }
}
