import { type Calls, entities, SECRET_OVERLAP_HOURS } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import { lockOwnWebhook } from './lock-own.ts'
import { sealSecret } from './secrets.ts'
import { newSigningSecret } from './signing.ts'

/** Previous secrets that also sign, so that the header stays short. The oldest are kept: the receiver uses one of them. */
const MAX_FORMER = 10

/** Replaces the signing secret of a webhook; the previous one also signs for a day (AMB-233). */
export const rotateSecret: Handler<Calls['Webhook']['rotate']> = async ({ webhook_id: id }, call) => {
  const secret = newSigningSecret()
  // Responses with secrets are never stored, so repeating the request creates another secret.
  const info = { ...changeInfo(call), idempotency: undefined }
  const { feed } = await makeChange(call.db, call.feed, info, async (change) => {
    await lockOwnWebhook(change, call, id)
    await change.tx.sql(
      `update webhook_state set secret = $3, former_secrets = coalesce((select jsonb_agg(kept.f) from (
           select f from jsonb_array_elements(case when secret is not null then former_secrets || jsonb_build_object('secret', secret,
             'until', now() + make_interval(hours => ${SECRET_OVERLAP_HOURS})) else former_secrets end) f
           where (f ->> 'until')::timestamptz > now() order by (f ->> 'until')::timestamptz limit ${MAX_FORMER}) kept), '[]')
       where company = $1 and webhook = $2`,
      [info.company, id, sealSecret(call.secretBox, id, secret)],
    )
    await change.update(entities.webhook, [{ key: id, set: { secret_shown: call.now().toISOString() } }])
    return null
  })
  return { data: { status: 'OK', secret }, feed }
}
