import { entities } from '@tiffin/sdk/contract'
import { contentTables } from '#db/content-tables'
import { exportTables } from '#db/export-tables'
import { crossCompanyFunctions, internalFunctions, internalTables } from '#db/internal-tables'
import { kitchenTables } from '#db/kitchen-tables'
import { offerTables } from '#db/offer-tables'
import { paymentSearch } from '#db/payment-search'
import { createSearchFunctions, onlyFor, registrySchema } from '#db/schema'
import { upkeepTables } from '#db/upkeep-tables'

export interface Migration {
  version: number
  name: string
  statements: () => string[]
}

/** Steps of the database in their order; a step that was released never changes. */
export const migrations: Migration[] = [
  {
    version: 1,
    name: 'initial',
    statements: () => [
      `create extension if not exists pg_trgm`,
      `create extension if not exists btree_gin`,
      ...internalFunctions,
      ...registrySchema(),
      ...internalTables,
      ...crossCompanyFunctions,
      `grant usage on all sequences in schema public to tiffin_app, tiffin_worker`,
    ],
  },
  { version: 2, name: 'kitchens', statements: () => kitchenTables },
  { version: 3, name: 'upkeep', statements: () => upkeepTables },
  { version: 4, name: 'content', statements: () => contentTables },
  { version: 5, name: 'exports', statements: () => exportTables },
  { version: 6, name: 'payment search', statements: () => paymentSearch },
  // Functions that plan for the company that asks; step 1 makes them so today, older databases get them here.
  { version: 7, name: 'search by company', statements: () => Object.values(entities).flatMap(createSearchFunctions) },
  {
    version: 8,
    name: 'functions for their roles',
    statements: () => [
      ...onlyFor('tiffin_app, tiffin_worker', 'memberships_of(bigint)'),
      ...onlyFor('tiffin_app, tiffin_worker', 'companies_of(bigint, boolean)'),
      ...onlyFor('tiffin_worker', 'make_audit_partition(date)'),
      ...onlyFor('tiffin_worker', 'forget_receipts(timestamptz)'),
    ],
  },
  { version: 9, name: 'offered printers', statements: () => offerTables },
]
