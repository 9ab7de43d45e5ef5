import { FALLBACK_MINUTES } from '@tiffin/core/rules'

/** SQL of when the kitchen starts on a scheduled order `o`; null if it is as soon as possible (KDS-11). */
export const KITCHEN_START = `(case when o.asap = 0
  then o.time_finish - make_interval(mins => coalesce(o.delivery_time, ${FALLBACK_MINUTES})) end)`

/** SQL condition: order `o` is held until then, as `heldUntil` of the rules decides. */
export const IS_HELD = `(${KITCHEN_START} > now() and exists (select from order_status s where s.company = o.company
  and s.order_status_id = o.order_status and s.status > 0 and not exists (select from order_status r where r.company = o.company
    and r.status > 0 and r.status <= s.status and (r.ready = 1 or r.done = 1))))`
