import { contentTables, storedPictures } from '#db/content-tables'
import { exportTables } from '#db/export-tables'
import { crossCompanyFunctions, internalFunctions, internalTables } from '#db/internal-tables'
import { kitchenTables, repeatedEscalation } from '#db/kitchen-tables'
import { offerTables } from '#db/offer-tables'
import { paymentSearch } from '#db/payment-search'
import { onlyFor } from '#db/schema'
import { upkeepTables } from '#db/upkeep-tables'
import { firstSearch } from './first-search.ts'
import { firstTables } from './first-tables.ts'

export interface Migration {
  version: number
  name: string
  statements: () => string[]
}

/** Steps of the database in their order, in text: a step that was released never changes, whatever becomes of the registry. */
export const migrations: Migration[] = [
  {
    version: 1,
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
  { version: 2, name: 'kitchens', statements: () => kitchenTables },
  { version: 3, name: 'upkeep', statements: () => upkeepTables },
  { version: 4, name: 'content', statements: () => contentTables },
  { version: 5, name: 'exports', statements: () => exportTables },
  { version: 6, name: 'payment search', statements: () => paymentSearch },
  // Functions that plan for the company that asks; step 1 makes them so today, older databases get them here.
  { version: 7, name: 'search by company', statements: () => firstSearch },
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
  { version: 10, name: 'stored pictures', statements: () => storedPictures },
  { version: 11, name: 'repeated escalation', statements: () => repeatedEscalation },
]
