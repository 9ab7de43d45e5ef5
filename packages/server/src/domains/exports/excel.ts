import { apiError, type Calls, exportParamsSchema } from '@tiffin/sdk/contract'
import type { Download, Handler } from '#server/context'
import { openExport } from '#export/open-export'
import { hashSecret } from '#sessions/credentials'

interface StoredTicket {
  company: number | null
  lang: string
  params: string
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const

/** Redeems a ticket, with the reader's current rights. */
export const excel: Handler<Calls['Export']['Excel']> = async ({ ticket, params }, call): Promise<Download> => {
  const { session, secret } = call
  if (!session || secret === null) throw apiError('session_required')
  const storedTicket = await call.db.write({ global: true }, async (tx) => {
    const [found] = await tx.sql<StoredTicket>(
      `delete from export_ticket where ticket_hash = $1 and session = $2 and expires >= now()
       returning company::float8 as company, lang, params`,
      [hashSecret(ticket), session.session_id],
    )
    if (!found) throw apiError('ticket_used')
    // Both were parsed by the same schema, so their keys have the same order.
    if (params && JSON.stringify(params) !== found.params)
      throw apiError('invalid_value', { field: 'params', params: ['params'] })
    return found
  })
  const { session: now } = await call.sessions.find(secret, storedTicket.company)
  const requested = exportParamsSchema.parse(JSON.parse(storedTicket.params))
  const gone = new AbortController()
  call.reply.onClose(() => gone.abort())
  const stopping = AbortSignal.any([call.stopping, gone.signal])
  const opened = await openExport(now.actor, requested, { db: call.db, lang: storedTicket.lang, stopping })
  const day = call.now().toISOString().slice(0, 10)
  const { format = 'xlsx' } = requested
  const name = requested.report ? `report-${requested.report.report}` : (requested.tables[0]?.table ?? 'export')
  return { ...opened, type: types[format], filename: `${name}-${day}.${format}` }
}
