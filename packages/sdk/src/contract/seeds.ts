import type { EntityName, EntityRow } from './entities/index.ts'
import { countrySeeds } from './seed-countries.ts'
import { languageSeeds } from './seed-languages.ts'
import { lookupSeeds } from './seed-lookups.ts'
import { tariffSeeds } from './seed-tariffs.ts'

/** Rows by entity, with their keys; omitted fields get their initial value. */
export type Seeds = { readonly [N in EntityName]?: readonly Partial<EntityRow<N>>[] }

/** The rows of an empty platform; a function, so that front-ends need not bundle them. */
export const platformSeeds = (): Seeds => ({
  ...lookupSeeds,
  global_lang: languageSeeds(),
  country: countrySeeds(),
  tariff: tariffSeeds(),
})
