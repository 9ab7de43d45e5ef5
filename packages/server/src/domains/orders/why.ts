import {
  boardLevel,
  boardPeriod,
  can,
  type CompanyOptions,
  companyToday,
  isCancelled,
  joinedFields,
  optionDecision,
  type PriceContext,
  periodBounds,
  readableFields,
  explainBoard,
  explainEstimate,
  explainHeld,
  explainMoves,
  explainPrice,
  explainPromocode,
  explainWarnings,
} from '@tiffin/core/rules'
import {
  apiError,
  type Calls,
  entities,
  type Entity,
  type Merchant,
  type Order,
  type OrderStatus,
  type Parsed,
  type PayType,
  type Promocode,
} from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'
import { readStatuses } from '#domains/statuses/read-statuses'
import type { CompanyCall, Handler } from '#server/context'
import { readCompany } from '#tenant/company-state'

/** Explains an order step by step, within what the caller may read (MOON-03). */
export const why: Handler<Calls['Order']['why']> = async (input, call) => {
  const { company: id, session, lang } = call
  const { actor } = session
  return call.db.read({ company: id }, async (tx) => {
    const order = await readRow<Order>(tx, entities.order, id, input.order_id)
    if (!order || boardLevel(actor, order.merchant) === 0) throw apiError('not_found')
    const company = await readCompany(tx, id)
    if (!company) throw apiError('company_required')
    const statuses = await readStatuses(tx, id)
    const merchant = await readRow<Merchant>(tx, entities.merchant, id, order.merchant)
    const payType = order.pay_type ? await readRow<PayType>(tx, entities.pay_type, id, order.pay_type) : null
    const context: PriceContext = { merchant, company, payType }
    const readable = readableFields(actor, entities.merchant, { merchant_id: order.merchant })
    const seen = (merchant &&
      Object.fromEntries(Object.entries(merchant).filter(([name]) => readable.has(name)))) as Merchant | null
    const code = input.promocode ?? order.promocode
    const today = companyToday(call.now().getTime(), company.timezone)
    return {
      data: {
        status: 'OK' as const,
        order_id: order.order_id,
        code,
        price: readableFields(actor, entities.order).has('total') ? explainPrice(order, context) : [],
        estimate: explainEstimate(order, readable.has('cooking_time') ? { merchant, company } : null),
        held: explainHeld(order, statuses, call.now().getTime()),
        promocode: await promocodeSteps(tx, call, { order, code, context, options: company, statuses, today }),
        warnings: explainWarnings(order, seen, company),
        board: explainBoard(
          await searched(tx, call, order, merchant),
          chosenBoard(input.board, company.timezone, today),
          statuses,
          lang,
        ),
        moves: order.delete === 1 ? [] : explainMoves({ actor, company, order, statuses, lang }),
      },
    }
  })
}

async function readRow<R extends object>(tx: Tx, entity: Entity, company: number, key: number): Promise<R | null> {
  const list = Object.entries(entity.fields)
    .filter(([, { kind }]) => kind !== 'secret')
    .map(([name]) => `${projection(entity, name, 't')} as ${quote(name)}`)
  const [row] = await tx.sql<R>(
    `select ${list.join(', ')} from ${quote(entity.name)} t where t.company = $1 and t.${quote(entity.key)} = $2`,
    [company, key],
  )
  return row ?? null
}

function chosenBoard(chosen: Parsed<Calls['Order']['why']>['board'], timezone: string, today: string) {
  return {
    merchants: chosen?.merchants ?? ('all' as const),
    period: chosen?.period ?? periodBounds(boardPeriod(today), timezone),
    hidden: chosen?.hidden ?? [],
    search: chosen?.search ?? '',
    station: chosen?.station ?? '',
  }
}

/** The order with the fields that a search on a board uses, if the caller may see them. */
async function searched(tx: Tx, { session, company }: CompanyCall, order: Order, merchant: Merchant | null) {
  const [user] = await tx.sql<{ name: string; phone: string }>(
    'select name, phone from "user" where company = $1 and user_id = $2',
    [company, order.user],
  )
  const fields = joinedFields(session.actor, entities.user)
  const user_obj = { name: fields.has('name') ? user?.name : '', phone: fields.has('phone') ? user?.phone : '' }
  return { ...order, user_obj, merchant_obj: { name: merchant?.name ?? {} } }
}

interface CodeOf {
  order: Order
  code: string
  context: PriceContext
  options: CompanyOptions
  statuses: readonly OrderStatus[]
  today: string
}

/**
 * The checks of a promo code. Readers of promo codes may see them, and users who may change the order, because saving
 * the code would reveal the same.
 */
async function promocodeSteps(tx: Tx, { session, company }: CompanyCall, about: CodeOf) {
  const { order, code, context, options, statuses, today } = about
  const { actor } = session
  const isOwn = code.toLowerCase() === order.promocode.toLowerCase()
  if (code === '') return []
  const option = optionDecision(options, entities.promocode)
  if (!option.allowed && !isOwn) throw apiError(option.code, option.params ? { params: option.params } : {})
  const maySave = boardLevel(actor, order.merchant) === 2 && actor.device === undefined
  if (!maySave && !can(actor, 'read', entities.promocode).allowed) {
    if (!isOwn) throw apiError('forbidden')
    return []
  }
  const [promocode] = await tx.sql<Promocode>(
    `select code, type, use, merchant, discount_type, discount, to_char(date_start, 'YYYY-MM-DD') as date_start,
       to_char(date_finish, 'YYYY-MM-DD') as date_finish
     from promocode where company = $1 and lower(code) = lower($2)`,
    [company, code],
  )
  const cancelled = statuses.filter(isCancelled).map(({ order_status_id }) => order_status_id)
  const [uses] = await tx.sql<{ total: number; customer: number }>(
    `select count(*)::int as total, (count(*) filter (where "user" = $4))::int as customer from "order"
     where company = $1 and order_id = any(array(select orders_with_code($2))) and "delete" = 0
       and order_status <> all($3::bigint[]) and order_id <> $5`,
    [company, code, cancelled, order.user, order.order_id],
  )
  return explainPromocode(order, code, { promocode, uses: uses ?? { total: 0, customer: 0 }, today }, context)
}
