import { contentTables, knownContent, storedPictures } from '#db/content-tables'
import { exportTables } from '#db/export-tables'
import { crossCompanyFunctions, internalFunctions, internalTables } from '#db/internal-tables'
import { kitchenTables, receiptsBySession, repeatedEscalation } from '#db/kitchen-tables'
import { largeSearch } from '#db/large-search'
import { offerTables, printLeases } from '#db/offer-tables'
import { paymentSearch } from '#db/payment-search'
import { plainCodes } from '#db/plain-codes'
import { onlyFor } from '#db/schema'
import { plainLogins, tariffTrials, trialFamilies } from '#db/sign-in-tables'
import { storeDomains } from '#db/store-domains'
import { upkeepTables } from '#db/upkeep-tables'
import { firstSearch } from './first-search.ts'
import { firstTables } from './first-tables.ts'

export interface Migration {
  version: number
  name: string
  statements: () => string[]
}

/** In text: a step that was released never changes, whatever becomes of the registry. A new one is added at the end. */
const steps: Omit<Migration, 'version'>[] = [
  {
    name: 'initial',
    statements: () => [
      `create extension if not exists pg_trgm`,
      `create extension if not exists btree_gin`,
      ...internalFunctions,
      ...firstTables,
      ...firstSearch,
      ...internalTables,
      ...crossCompanyFunctions,
      `grant usage on all sequences in schema public to tiffin_app, tiffin_worker`,
    ],
  },
  { name: 'kitchens', statements: () => kitchenTables },
  { name: 'upkeep', statements: () => upkeepTables },
  { name: 'content', statements: () => contentTables },
  { name: 'exports', statements: () => exportTables },
  { name: 'payment search', statements: () => paymentSearch },
  // Functions that plan for the company that asks; step 1 makes them so today, older databases get them here.
  { name: 'search by company', statements: () => firstSearch },
  {
    name: 'functions for their roles',
    statements: () => [
      ...onlyFor('tiffin_app, tiffin_worker', 'memberships_of(bigint)'),
      ...onlyFor('tiffin_app, tiffin_worker', 'companies_of(bigint, boolean)'),
      ...onlyFor('tiffin_worker', 'make_audit_partition(date)'),
      ...onlyFor('tiffin_worker', 'forget_receipts(timestamptz)'),
    ],
  },
  { name: 'offered printers', statements: () => offerTables },
  { name: 'stored pictures', statements: () => storedPictures },
  { name: 'repeated escalation', statements: () => repeatedEscalation },
  { name: 'search of large companies', statements: () => largeSearch },
  {
    name: 'columns of all merchants',
    statements: () => [
      `create index on "order" ("company", "order_status", "order")`,
      `drop index order_company_merchant_order_status_order_idx, order_company_order_status_idx`,
    ],
  },
  { name: 'plain promo codes', statements: () => plainCodes },
  { name: 'known content', statements: () => knownContent },
  {
    name: 'one access level a number',
    statements: () => [
      `delete from access a using access b where a.access = b.access and a.access_id > b.access_id`,
      `alter table access add unique (access)`,
    ],
  },
  { name: 'store domains of one company', statements: () => storeDomains },
  {
    name: 'one status for new orders',
    statements: () => [
      `update order_status s set created = case when s.order_status_id = c.first then 1 else 0 end, revision = revision + 1
       from (select distinct on (company) company, order_status_id as first from order_status
         order by company, created desc, (status = 2) desc, status <= 0, status, order_status_id) c
       where c.company = s.company and s.created <> case when s.order_status_id = c.first then 1 else 0 end`,
    ],
  },
  {
    name: 'draft keys',
    statements: () => [
      // Outside of the registry, so that no read, export or history can name it.
      `create table draft_key (
        admin bigint primary key references admin (admin_id) on delete cascade,
        key text not null
      )`,
      `grant select, insert on draft_key to tiffin_app`,
    ],
  },
  { name: 'plain logins', statements: () => plainLogins },
  { name: 'trials by person', statements: () => tariffTrials },
  { name: 'trials of persons made by others', statements: () => trialFamilies },
  {
    // From here on a cancelled order claims no bonus, so what it still holds would never come back.
    name: 'bonus of cancelled orders',
    statements: () => [
      `update "user" u set bonus_score = u.bonus_score + held.bonus, revision = u.revision + 1
       from (select o."user", sum(o.bonus) as bonus from "order" o join order_status s on s.order_status_id = o.order_status
         where o.bonus <> 0 and o."delete" = 0 and s.done <> 1 and not (s.status > 0 and coalesce(s.merchant, 0) > 0)
           and (s.status <= 0 or btrim(coalesce(s.value->>'en', '')) ~* '^cancell?ed$')
         group by o."user") held
       where u.user_id = held."user"`,
    ],
  },
  {
    // Owners could take them for themselves; only the platform gives them now.
    name: 'administrator routes from the platform alone',
    statements: () => [
      `update membership m set revision = m.revision + 1, navigation = coalesce(
         (select jsonb_agg(route order by place) from jsonb_array_elements(m.navigation) with ordinality e (route, place)
          where route #>> '{}' not like 'Administrator-%'), '[]')
       from admin a where a.admin_id = m.admin and a.role <> 1 and m.navigation::text like '%"Administrator-%'`,
    ],
  },
  {
    name: 'offered printers by person',
    // What is there is nobody's, and each board takes its own again within a minute.
    statements: () => [`alter table print_console add column admin bigint not null default 0`],
  },
  { name: 'print leases', statements: () => printLeases },
  {
    name: 'offered printers of each person',
    statements: () => [`alter table print_console drop constraint print_console_pkey, add primary key (company, console, admin)`],
  },
  {
    name: 'couriers by merchant',
    statements: () => [`create index on "order" ("company", "courier", "merchant")`, `drop index order_company_courier_idx`],
  },
  { name: 'receipts by session', statements: () => receiptsBySession },
  {
    name: 'records of a change',
    statements: () => [
      `alter table change add column records jsonb not null default '{}'`,
      `update change c set records = t.records
       from (select change_id, jsonb_object_agg(table_name, n) as records
         from (select change_id, table_name, count(distinct row_key) as n from audit_row group by 1, 2) a group by 1) t
       where t.change_id = c.change_id`,
    ],
  },
]

/** Steps of the database in their order, counted from 1. */
export const migrations: Migration[] = steps.map((step, at) => ({ version: at + 1, ...step }))
