import { useQuery } from '@tanstack/react-query'
import { actorOf, type Billing, readBilling } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'
import { readOnce } from '../queries.ts'

/** The company's subscription and amount due, once loaded; only for managers of the company. */
export function useBilling({ enabled = true } = {}): Billing | undefined {
  const { client, session } = useCore()
  const company = useSelected(session.store, ({ user }) =>
    user && managesCompany(actorOf(user)) ? user.company?.company_id : undefined,
  )
  const { data } = useQuery({
    ...readOnce,
    queryKey: ['billing', company],
    enabled: enabled && company !== undefined,
    queryFn: () => readBilling(client, company ?? 0),
    meta: { failure: "can't read the tariff" },
  })
  return data
}
