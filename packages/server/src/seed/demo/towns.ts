import type { Address, Coords, Multilang } from '@tiffin/sdk/contract'
import type { Random } from './random.ts'

interface District {
  name: string
  centre: Coords
}

export interface Town {
  name: Multilang
  alpha2: string
  timezone: string
  centre: Coords
  /** Language of most inhabitants. */
  lang: string
  /** First digits of its mobile numbers, and how many follow. */
  phone: readonly [prefix: string, digits: number]
  districts: readonly District[]
  streets: readonly string[]
}

const district = (name: string, latitude: number, longitude: number): District => ({ name, centre: [latitude, longitude] })

export const berlin: Town = {
  name: { en: 'Berlin', ru: 'Берлин', ar: 'برلين' },
  alpha2: 'DE',
  timezone: 'Europe/Berlin',
  centre: [52.5208, 13.4095],
  lang: 'de',
  phone: ['49151', 8],
  districts: [
    district('Mitte', 52.5208, 13.4095),
    district('Kreuzberg', 52.4987, 13.4033),
    district('Neukölln', 52.4811, 13.4353),
    district('Prenzlauer Berg', 52.5388, 13.4244),
    district('Friedrichshain', 52.5156, 13.4549),
    district('Schöneberg', 52.4837, 13.3494),
    district('Charlottenburg', 52.5166, 13.3041),
    district('Wedding', 52.5496, 13.355),
  ],
  streets: [
    'Torstraße',
    'Oranienstraße',
    'Sonnenallee',
    'Kastanienallee',
    'Karl-Marx-Allee',
    'Hauptstraße',
    'Kantstraße',
    'Müllerstraße',
    'Schönhauser Allee',
    'Bergmannstraße',
    'Warschauer Straße',
    'Weserstraße',
    'Invalidenstraße',
    'Gneisenaustraße',
    'Danziger Straße',
  ],
}

export const tbilisi: Town = {
  name: { en: 'Tbilisi', ru: 'Тбилиси', ar: 'تبليسي', ka: 'თბილისი' },
  alpha2: 'GE',
  timezone: 'Asia/Tbilisi',
  centre: [41.6941, 44.8337],
  lang: 'ka',
  phone: ['9955', 8],
  districts: [
    district('Sololaki', 41.6906, 44.8002),
    district('Vake', 41.7096, 44.7637),
    district('Saburtalo', 41.7276, 44.7522),
  ],
  streets: ['რუსთაველის გამზირი', 'ჭავჭავაძის გამზირი', 'აღმაშენებლის გამზირი', 'პეკინის გამზირი', 'ლეონიძის ქუჩა'],
}

export const dubai: Town = {
  name: { en: 'Dubai', ru: 'Дубай', ar: 'دبي' },
  alpha2: 'AE',
  timezone: 'Asia/Dubai',
  centre: [25.2048, 55.2708],
  lang: 'ar',
  phone: ['97150', 7],
  districts: [district('Deira', 25.2697, 55.3095), district('Jumeirah', 25.2006, 55.2414)],
  streets: ['شارع الشيخ زايد', 'شارع الوصل', 'شارع الرقة', 'شارع جميرا'],
}

export const lisbon: Town = {
  name: { en: 'Lisbon', ru: 'Лиссабон', ar: 'لشبونة', pt: 'Lisboa' },
  alpha2: 'PT',
  timezone: 'Europe/Lisbon',
  centre: [38.7223, -9.1393],
  lang: 'pt',
  phone: ['35191', 7],
  districts: [district('Alfama', 38.7118, -9.1307), district('Belém', 38.6979, -9.2065)],
  streets: ['Rua Augusta', 'Avenida da Liberdade', 'Rua do Carmo', 'Rua de Belém'],
}

/** Degrees per kilometre, approximately; a difference in the fourth decimal is a house or two. */
const DEGREES_A_KM = 0.009

/** A point within about `km` of a centre, denser near it, to the metre. */
export function near(random: Random, [latitude, longitude]: Coords, km: number): Coords {
  const reach = km * Math.sqrt(random.next()) * random.between(0.4, 1)
  const angle = random.between(0, 2 * Math.PI)
  const north = reach * DEGREES_A_KM * Math.sin(angle)
  const east = (reach * DEGREES_A_KM * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180)
  return [Number((latitude + north).toFixed(5)), Number((longitude + east).toFixed(5))]
}

/** A home in a district of the town. */
export function home(random: Random, town: Town, city: number, where: District): Address & { coords: Coords } {
  const flat = random.chance(0.8)
  return {
    coords: near(random, where.centre, 1.6),
    city,
    address: `${random.pick(town.streets)} ${random.int(1, 180)}, ${where.name}`,
    info: flat
      ? {
          entrance: random.chance(0.3) ? random.pick(['A', 'B', 'C', '2']) : '',
          intercom: random.chance(0.4) ? String(random.int(1, 90)) : '',
          flat: String(random.int(1, 64)),
          floor: String(random.int(0, 6)),
          comment: random.chance(0.12)
            ? random.pick(['Second yard', 'Please ring twice', 'Домофон не работает', 'لا ترن الجرس'])
            : '',
        }
      : {},
  }
}

export const phoneNumber = (random: Random, { phone: [prefix, digits] }: Town): string =>
  prefix + Array.from({ length: digits }, () => random.int(0, 9)).join('')
