import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { ActingCompany, Reference, ValueFormat } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { useNames } from './use-names.ts'
import { useCurrency } from './use-unit.ts'

/** The company whose values are shown; reads act for `company`. */
export interface ValueWordsOptions {
  company: ActingCompany
  /** On a page about several companies, the company that the value belongs to, and its currency. */
  ofCompany?: number | undefined
  currency?: string | undefined
}

/** Everything needed to format a record screen's values, with the names of the records they refer to. */
export function useValueFormat(
  references: readonly Reference[],
  { company, ofCompany, currency }: ValueWordsOptions,
): ValueFormat {
  const t = useTranslate()
  const { session } = useCore()
  const { lang, timezone, country } = useRecords()
  const languages = useSelected(session.store, (state) => state.languages)
  const own = useCurrency()
  const { nameOf } = useNames(references, company, ofCompany)
  return { t, lang, timezone, country, currency: currency || own, languages, nameOf }
}
