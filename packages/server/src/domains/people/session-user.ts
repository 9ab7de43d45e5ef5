import { managesCompany, navigationFor } from '@tiffin/core/rules'
import { companyLimits, companyOptions, type SessionCompany, type SessionUser } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { PairedDevice } from '#sessions/device-sessions'
import type { Session } from '#sessions/sessions'
import { projection, remainingDays } from '#db/columns'
import { openOwnSettings } from './own-settings.ts'
import { usedTrials } from '#domains/billing/tariff-trials'
import { type Entity, entities } from '@tiffin/sdk/contract'

const company: Entity = entities.company
const companyFields = [
  'company_id',
  'name',
  'logo',
  'google_maps_key',
  'keep_alive_timeout',
  'domain_config',
  'timezone',
  'enable',
  'suspended',
  'order_count',
  'order_limit_date',
  'sound_play_period',
  'order_reload_timer',
  'order_age_warning',
  'order_age_late',
  'handoff_codes',
  'price_show_decimal',
  'overlimit_order_price',
  ...companyLimits,
  ...companyOptions,
]

/** The user's languages that still exist: the dictionary has no column for a deleted one. */
const LANGUAGES = `coalesce((
  select string_agg(l.code, ',' order by e.n) from unnest(string_to_array(dictionary_edit, ',')) with ordinality e(code, n)
  join global_lang l on l.code = trim(e.code)), '')`

/** The signed-in user as front-ends see them (AUTH-04, AUTH-05); calls of this session carry `token`. */
export async function presentUser(
  context: Pick<Context, 'db' | 'now' | 'secretBox'>,
  session: Session,
  token: string,
): Promise<SessionUser> {
  const { actor } = session
  const scope = actor.company === null ? { global: true as const } : { company: actor.company }
  return context.db.read(scope, async (tx) => {
    const [admin] = await tx.sql<Record<string, unknown>>(
      `select admin_id, login, name, surname, phone, email, img, hide_menu, role::int as role, settings, ${LANGUAGES} as dictionary_edit,
         ${usedTrials('admin_id')} as trials
       from admin where admin_id = $1`,
      [session.admin_id],
    )
    const [left] = await tx.sql<{ seconds: number }>(
      'select floor(extract(epoch from expires - now()))::int as seconds from session where session_id = $1',
      [session.session_id],
    )
    const stopped = actor.company !== null && managesCompany(actor) ? await countStoppedWebhooks(tx, actor.company) : 0
    const settings = openOwnSettings(context.secretBox, (admin?.['settings'] ?? {}) as Record<string, unknown>, session.admin_id)
    return {
      ...admin,
      token,
      ...(left ? { session_seconds: left.seconds } : {}),
      settings,
      ...(stopped > 0 ? { stopped_webhooks: stopped } : {}),
      company: actor.company === null ? null : await presentCompany(tx, actor.company, context.now()),
      company_role: actor.company_role,
      overrule: actor.overrule ? 1 : 0,
      navigation: [...navigationFor(actor), ...(actor.links ?? [])],
      ...(actor.navigation ? { navigation_chosen: true } : {}),
      merchants: Object.fromEntries([...actor.merchants].map(([id, access]) => [String(id), [...access]])),
      device: null,
      ...(session.lacksFactor ? { factor_required: true, settings: {} } : {}),
      ...(session.device === null ? {} : deviceUser(session.device)),
      ...(session.token === null ? {} : tokenUser(session)),
    } as SessionUser
  })
}

async function countStoppedWebhooks(tx: Reader, company: number): Promise<number> {
  const [row] = await tx.sql(
    'select count(*)::int as count from webhook where company = $1 and enabled = 0 and disabled_reason is not null',
    [company],
  )
  return Number(row?.['count'] ?? 0)
}

/** A device gets no data of the person who confirmed it, and its session does not expire. */
const deviceUser = ({ device_id, name, merchants }: PairedDevice) => ({
  login: '',
  name,
  surname: '',
  phone: '',
  email: '',
  img: '',
  hide_menu: 1,
  role: 2,
  dictionary_edit: '',
  trials: [] as number[],
  settings: {},
  session_seconds: undefined,
  device: { device_id, name, merchants },
})

/** A program with an access token gets no secrets of its user, and has only the rights of the token. */
const tokenUser = ({ actor, token }: Session) => ({
  role: actor.role,
  settings: {},
  session_seconds: undefined,
  access_token: token,
})

type Reader = { sql: (text: string, parameters?: readonly unknown[]) => Promise<Record<string, unknown>[]> }

async function presentCompany(tx: Reader, id: number, now: Date): Promise<SessionCompany | null> {
  const list = companyFields.map((name) => `${projection(company, name, 'c')} as "${name}"`).join(', ')
  const [row] = await tx.sql(
    `select ${list}, ${remainingDays('c', '$2::timestamptz')} as remaining_time, jsonb_build_object('alpha2', coalesce(k.alpha2, ''), 'currency_symbol', coalesce(k.currency_symbol, ''), 'currency_code', coalesce(k.currency_code, ''),
       'phone_code', coalesce(k.phone_code, ''), 'phone_mask', coalesce(k.phone_mask, '')) as country
     from company c left join country k on k.country_id = c.country where c.company_id = $1`,
    [id, now],
  )
  return (row ?? null) as SessionCompany | null
}
