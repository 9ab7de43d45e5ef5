/** What pictures need besides their files. */
export const contentTables: string[] = [
  // How often somebody did what may be done only so often within an hour.
  `create table rate_limit (
    what text not null,
    who text not null,
    since timestamptz not null default now(),
    times integer not null default 1,
    primary key (what, who)
  )`,
  `grant select, insert, update, delete on rate_limit to tiffin_app, tiffin_worker`,
]

const pictures: Readonly<Record<string, readonly string[]>> = {
  company: ['logo', 'cover'],
  merchant: ['logo', 'cover'],
  courier: ['img'],
  cuisine: ['img'],
  merchant_type: ['img'],
  banner: ['img'],
  user: ['img'],
  pay_type: ['icon'],
  order_status: ['sound'],
  admin: ['img'],
  country: ['img'],
  courier_status: ['icon'],
  order_type: ['icon'],
  tariff: ['img'],
}
const ofPlatform = new Set(['admin', 'country', 'courier_status', 'order_type', 'tariff'])

/** What rows name was stored before it was noted by whom, sounds until now; what it takes is not known any more. */
export const knownContent: string[] = Object.entries(pictures).flatMap(([table, fields]) => {
  const who = ofPlatform.has(table) ? `'platform'` : `'company ' || ${table === 'company' ? 'company_id' : 'company'}`
  return fields.map(
    (field) => `insert into stored_picture (who, name, bytes) select distinct ${who}, ${field}, 0 from "${table}"
      where ${field} ~ '^[0-9a-f]{64}[.](webp|wav)$' on conflict do nothing`,
  )
})

/** Who has stored which picture, and what it takes; one that several have stored counts for each of them. */
export const storedPictures: string[] = [
  `create table stored_picture (
    who text not null,
    name text not null,
    bytes bigint not null,
    at timestamptz not null default now(),
    primary key (who, name)
  )`,
  `grant select, insert, update, delete on stored_picture to tiffin_app, tiffin_worker`,
]
