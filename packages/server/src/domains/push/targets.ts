import type { PushTarget } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'
import type { PushResult, PushContent } from '#providers/push/push-result'
import type { PushServices } from '#providers/push/create-push'

/** The user or customer of a device. */
export type TargetOwner = { admin: number } | { company: number; user: number }

export interface Target {
  push_target_id: number
  provider: 'webpush' | 'fcm'
  endpoint: string
  p256dh: string
  auth: string
}

/** More devices than a person uses; the oldest make room. */
const MAX_DEVICES = 20

/** SQL whose first two parameters are `parameters`. */
const owned = (owner: TargetOwner): string =>
  'admin' in owner
    ? `kind = 'admin' and admin = $1 and $2::bigint is null`
    : `kind = 'customer' and company = $1 and user_id = $2`

const parameters = (owner: TargetOwner): (number | null)[] =>
  'admin' in owner ? [owner.admin, null] : [owner.company, owner.user]

/** A device that another user registered before is reassigned. */
export async function addTarget(db: Database, owner: TargetOwner, target: PushTarget, userAgent: string): Promise<void> {
  const isWeb = 'subscription' in target
  await db.write({ global: true }, async (tx) => {
    await tx.sql(
      `insert into push_target (kind, admin, company, user_id, provider, endpoint, p256dh, auth, user_agent)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (endpoint) do update set kind = excluded.kind, admin = excluded.admin, company = excluded.company,
         user_id = excluded.user_id, provider = excluded.provider, p256dh = excluded.p256dh, auth = excluded.auth,
         user_agent = excluded.user_agent, created = now()`,
      [
        'admin' in owner ? 'admin' : 'customer',
        'admin' in owner ? owner.admin : null,
        'admin' in owner ? null : owner.company,
        'admin' in owner ? null : owner.user,
        isWeb ? 'webpush' : 'fcm',
        isWeb ? target.subscription.endpoint : target.fcm,
        isWeb ? target.subscription.keys.p256dh : '',
        isWeb ? target.subscription.keys.auth : '',
        userAgent.slice(0, 500),
      ],
    )
    await tx.sql(
      `delete from push_target where push_target_id in (select push_target_id from push_target where ${owned(owner)}
         order by created desc, push_target_id desc offset ${MAX_DEVICES})`,
      parameters(owner),
    )
  })
}

export async function removeTarget(db: Database, owner: TargetOwner, endpoint: string): Promise<void> {
  await db.write({ global: true }, (tx) =>
    tx.sql(`delete from push_target where ${owned(owner)} and endpoint = $3`, [...parameters(owner), endpoint]),
  )
}

const columns = 'push_target_id, provider, endpoint, p256dh, auth'

export const targetsOfAdmin = (tx: Tx, admin: number): Promise<Target[]> =>
  tx.sql<Target>(`select ${columns} from push_target where kind = 'admin' and admin = $1 order by push_target_id`, [admin])

/** The devices of customers of a company. */
export async function targetsOfUsers(tx: Tx, company: number, users: readonly number[]): Promise<Map<number, Target[]>> {
  const rows = await tx.sql<Target & { user_id: number }>(
    `select ${columns}, user_id from push_target where kind = 'customer' and company = $1 and user_id = any($2::bigint[])`,
    [company, users],
  )
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

export type TargetResult = PushResult | { result: 'kept'; answer: string }

export const sendToTarget = (push: PushServices, target: Target, content: PushContent): Promise<TargetResult> => {
  if (target.provider === 'webpush') return push.webPush(target, content)
  return push.fcm ? push.fcm(target.endpoint, content) : Promise.resolve({ result: 'kept', answer: '' })
}

export const forgetTargets = (tx: Tx, targets: readonly number[]): Promise<unknown> =>
  tx.sql('delete from push_target where push_target_id = any($1::bigint[])', [targets])
