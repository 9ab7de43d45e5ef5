import { contentTables, knownContent, storedPictures } from '#db/content-tables'
import { exportTables } from '#db/export-tables'
import { crossCompanyFunctions, internalFunctions, internalTables } from '#db/internal-tables'
import { kitchenTables, repeatedEscalation } from '#db/kitchen-tables'
import { largeSearch } from '#db/large-search'
import { offerTables } from '#db/offer-tables'
import { paymentSearch } from '#db/payment-search'
import { plainCodes } from '#db/plain-codes'
import { onlyFor } from '#db/schema'
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
]

/** Steps of the database in their order, counted from 1. */
export const migrations: Migration[] = steps.map((step, at) => ({ version: at + 1, ...step }))
