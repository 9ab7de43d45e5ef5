import { queryOptions } from '@tanstack/react-query'
import { type Core, readCompanies } from '@tiffin/core'
import { readOnce } from '../queries.ts'

/** Query key; the frame needs the companies on every page. */
export const COMPANIES = 'companies'

/** The companies that the user can choose. */
export const companiesQuery = (client: Core['client']) =>
  queryOptions({
    ...readOnce,
    queryKey: [COMPANIES],
    queryFn: () => readCompanies(client),
    meta: { failure: "can't load the companies" },
  })
