import { useQuery } from '@tanstack/react-query'
import type { Order } from '@tiffin/sdk/contract'
import { type OrderTerms, readOrderTerms, readPromocode } from '@tiffin/core/order-editor'
import { useCore } from '@tiffin/core/react'
import type { Promocode } from '@tiffin/core/rules'
import type { Row } from '@tiffin/core/screens'
import { scopeOfRow, useRecords } from '../records-context.ts'

const STALE_MS = 60_000

/** Merchant, payment type and company of an order as edited; undefined until they are loaded. */
export function useOrderTerms(row: Row): OrderTerms | undefined {
  const { client } = useCore()
  const { company } = scopeOfRow(useRecords(), row)
  const order = row as Pick<Order, 'merchant' | 'pay_type' | 'company'>
  const { data } = useQuery({
    queryKey: ['order-terms', company, order.merchant, order.pay_type],
    enabled: typeof order.merchant === 'number',
    queryFn: ({ signal }) => readOrderTerms(client, order, { ...(company === undefined ? {} : { company }), signal }),
    staleTime: STALE_MS,
    placeholderData: (before) => before,
    meta: { failure: "can't read the terms of the order" },
  })
  return data
}

/** A promo code: null if there is none; undefined until it is looked up, or if it can't be. */
export function usePromocode(row: Row, code: string): Promocode | null | undefined {
  const { client } = useCore()
  const { company } = scopeOfRow(useRecords(), row)
  const { data } = useQuery({
    queryKey: ['promocode', company, code],
    enabled: code !== '',
    queryFn: async ({ signal }) => ({
      found: await readPromocode(client, code, { ...(company === undefined ? {} : { company }), signal }),
    }),
    staleTime: STALE_MS,
    meta: { failure: "can't read the promo code" },
  })
  return data?.found
}
