import { defineEntity, type Row } from '../entity.ts'
import { coords, DEFAULT_RADIUS, flag, id, image, int, multilang, number, radiusBounds, reference, text } from '../field.ts'

/** Sent before sign-in, with the languages (API-04). */
export const country = defineEntity('country', {
  key: 'country_id',
  scope: 'global',
  access: { read: 'public', write: 'platform' },
  search: ['name', 'name_en'],
  unique: [['alpha2']],
  fields: {
    country_id: id(),
    name: multilang({ required: true }),
    name_en: text({ max: 200 }),
    alpha2: text({ required: true, max: 2 }),
    alpha3: text({ max: 3 }),
    /** Digits without plus. */
    phone_code: text({ max: 10 }),
    /** `#` is a digit to type; other characters are literal. */
    phone_mask: text({ max: 40 }),
    /** All digits of a number, the country code included (AMB-064). */
    phone_len: int({ max: 20 }),
    emoji: text({ max: 20 }),
    unicode: text({ max: 40 }),
    location: coords(),
    location_precise: coords(),
    currency_name: text({ max: 100 }),
    currency_code: text({ max: 3 }),
    /** Rate to the US dollar (REF-16). */
    currency_rate: number({ above: 0 }),
    currency_symbol: text({ max: 10 }),
    img: image(),
  },
})
export type Country = Row<typeof country>

export const city = defineEntity('city', {
  key: 'city_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['name'],
  joins: { country: { as: 'country_obj', fields: ['country_id', 'name', 'alpha2'] } },
  // Cities that a report can be filtered by (REPORT-04).
  searchOnly: { has_merchants: { of: 'city_id', field: flag() } },
  fields: {
    city_id: id(),
    country: reference('country', { required: true }),
    name: multilang({ required: true }),
    geo: coords(),
    /** Metres. */
    radius: int({ initial: DEFAULT_RADIUS, ...radiusBounds }),
  },
})
export type City = Row<typeof city>
