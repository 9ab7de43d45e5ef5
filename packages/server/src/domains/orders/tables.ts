import { can, visibleMerchants, visibleRows } from '@tiffin/core/rules'
import { type CartItem, entities, type Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import { numberHook } from '#engine/number-hook'
import { refusedRow } from '#engine/save-plan'
import { cleanPhones } from '#domains/people/clean-phones'
import { removeMailingRows } from '#domains/mailing/tables'
import { customerHook } from '#domains/people/customer-hook'
import type { AllTableRules, NamedContent, TableRules } from '#engine/table-rules'
import { deleteOrders } from './delete-orders.ts'
import { readOrderSums } from './order-days.ts'
import { orderHook } from './order-hook.ts'

const picturesIn = (cart: unknown): string[] => ((cart ?? []) as Pick<CartItem, 'img'>[]).map(({ img }) => img)

/** Pictures that cart lines newly refer to. Pictures that a line already had are not checked. */
function newPictures(cart: unknown, before: unknown): NamedContent[] {
  const previous = new Set(picturesIn(before))
  const names = [...new Set(picturesIn(cart))].filter((name) => name !== '' && !previous.has(name))
  return names.map((name) => ({ field: 'cart', kind: 'image', name }))
}

/** Customers and couriers that a reader of reports knows only from orders. */
const namedByOrders = (entity: Entity): NonNullable<TableRules['read']> => ({
  filter(actor, { bind }) {
    const merchants = visibleRows(actor, entity).namedByOrdersOf
    if (!merchants) return []
    return [
      `exists (select from "order" o where o.company = t.company and o.${quote(entity.name)} = t.${quote(entity.key)}
        and o."delete" = 0 and o.merchant = any(${bind(merchants, 'bigint[]')}))`,
    ]
  },
})

/** An order shows its customer, so users without the customers choose only those of orders that they see already. */
const knownCustomers: NonNullable<TableRules['references']>['referable'] = (actor, _company, { bind }) => {
  const { user } = entities
  if (can(actor, 'read', user).allowed && !visibleRows(actor, user).namedByOrdersOf) return []
  const merchants = visibleMerchants(actor, 'any')
  const visible = merchants === 'all' ? '' : `and o.merchant = any(${bind(merchants, 'bigint[]')})`
  return [`exists (select from "order" o where o.company = t.company and o."user" = t.user_id and o."delete" = 0 ${visible})`]
}

export const tables: AllTableRules = {
  courier: {
    read: namedByOrders(entities.courier),
    save: { before: async (rows, context) => void (await cleanPhones(rows, context)) },
    undo: { notRestored: ['code_value', 'code_time'] },
  },
  order: {
    save: orderHook,
    // The spec also calls time_create date_create, which is never written (AMB-096).
    plan: { computed: ['order_status'], take: (_row, name) => name === 'date_create' },
    references: {
      // Users must not learn whether an order exists at a merchant that they can't see.
      referable(actor, _company, { bind }) {
        const visible = visibleMerchants(actor, 'any')
        return visible === 'all' ? [] : [`t.merchant = any(${bind(visible, 'bigint[]')})`]
      },
    },
    content: (field, value, before) => (field === 'cart' ? newPictures(value, before) : undefined),
    read: {
      // Soft-deleted orders are returned only if the query contains `delete`.
      filter: (_actor, _binder, named) => (named.has('delete') ? [] : ['t."delete" = 0']),
      searchOnly: {
        hour: (row) =>
          `extract(hour from ${row}.time_finish at time zone (select coalesce(nullif(c.timezone, ''), 'UTC') from company c where c.company_id = ${row}.company))::int`,
        city: (row) => `(select (m.address ->> 'city')::bigint from merchant m where m.merchant_id = ${row}.merchant)`,
      },
      sums: readOrderSums,
      // Only tickets of recent days (KDS-22).
      numbered: {
        field: 'ticket',
        keys: (number) =>
          `select o.order_id from "order" o where o."delete" = 0 and o.ticket = ${number} and o.time_create > now() - interval '2 days'`,
      },
    },
    delete: {
      isSoftDelete: true,
      refuseEarly(row, company) {
        if (company?.enable !== 1) throw refusedRow(row, 'company_disabled')
      },
      instead: () => deleteOrders,
    },
    undo: { isNotUndoable: true },
  },
  order_step: { save: numberHook(entities.order_step, 'step') },
  user: {
    save: customerHook,
    read: namedByOrders(entities.user),
    references: { referable: knownCustomers },
    delete: { removeParts: removeMailingRows },
    undo: { notRestored: ['has_session', 'code_value', 'code_time'] },
  },
}
