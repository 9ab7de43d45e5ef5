import type { Coords, SessionCompany } from '@tiffin/sdk/contract'

/** The two map providers: `company` has a key of the company, `api` asks a geocoder with an API key (MAP-05). */
export type MapProvider = 'api' | 'company'

interface ProviderFacts {
  /** The centre of a map that has no place yet (MAP-10). */
  centre: Coords
  /** How long the map must stay still before its centre is looked up (MAP-12). */
  settleMs: number
}

export const mapProviders: Readonly<Record<MapProvider, ProviderFacts>> = {
  api: { centre: [59.938951, 30.315635], settleMs: 1000 },
  company: { centre: [48.85341, 2.3488], settleMs: 400 },
}

export const mapProviderOf = (company: Pick<SessionCompany, 'google_maps_key'> | null | undefined): MapProvider =>
  company?.google_maps_key ? 'company' : 'api'

/** Documented values of the picker (MAP-11, MAP-13, MAP-14, MAP-19, AMB-133). */
export const mapFacts = {
  zoom: 17,
  searchLetters: 3,
  searchPauseMs: 500,
  locateTries: 3,
  locatePauseMs: 1000,
  /** Without a response after this time, the picker says that it is still connecting. */
  slowMs: 5000,
} as const
