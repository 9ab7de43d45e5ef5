import * as z from 'zod'
import { defineCall } from '../call.ts'
import { coordsSchema, languageCode } from '../field.ts'
import { MAX_PLACES } from '../geocoder.ts'

const key = z.number().int().positive()

const placeSchema = z.object({
  coords: coordsSchema,
  address: z.string(),
  city: key.nullable(),
  /** False for an approximate place, such as the centre of a city: the address is not verified. */
  exact: z.boolean(),
})
/** A place with its city from the city table. */
export type FoundPlace = z.output<typeof placeSchema>

/**
 * Finds the city and address of a point, or the places that match an address (API-25, API-26). With both, only the city is
 * looked up. Uses the configured geocoder, or without one the city table and the addresses that the caller may see.
 */
export const getCity = defineCall('Geo', 'getCity', {
  auth: 'session',
  company: 'unless_platform',
  effect: 'read',
  compressed: true,
  // Geocoders cost money or are shared with others; typing one address takes about five calls.
  rateLimit: { perHour: 3600, per: 'user' },
  tokens: ['read'],
  input: z.object({
    coords: coordsSchema.nullable().default(null),
    address: z.string().trim().max(1000).default(''),
    /** Languages of the response, the preferred one first. */
    langlist: z.array(languageCode).max(100).default([]),
    /** The merchant or customer whose address it is; places near or known to them come first (AMB-134). */
    merchant: key.nullable().default(null),
    client: key.nullable().default(null),
    /** The address is still being typed. Some geocoders forbid requests at that stage (AMB-217). */
    typing: z.boolean().default(false),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      city: key.nullable(),
      address: z.string(),
      exact: z.boolean(),
      /** The places found for an address, the best one first. */
      places: z.array(placeSchema).max(MAX_PLACES),
    }),
  }),
  errors: ['rate_limited', 'company_required', 'address_not_found', 'geocoder_failed'],
})
