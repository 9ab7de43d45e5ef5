import { type Audience, entities, type Entity, weekdays } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { PlainKey } from '#i18n/text-key'
import { accessPositions } from '#rules/index'
import { fieldName } from './labels.ts'
import { splitPart } from './parts.ts'

// Labels of parts of values.
export const contactParts = {
  contact_name: 'Contact name',
  contact_position: 'Job title',
  contact_phone: 'Contact phone',
  contact_email: 'Contact email',
  contact_other: 'Other contacts',
} as const satisfies Record<string, PlainKey>
export const colorParts = { background: 'Background', text: 'Text colour' } as const satisfies Record<string, PlainKey>
export const optionParts = {
  enable: 'Included',
  free: 'Price Free',
  show: 'Shown',
  value: 'Value',
  description: 'Description',
} as const satisfies Record<string, PlainKey>
/** Labels of access levels, by level. */
export const accessLevels = ['None', 'View', 'Edit'] as const satisfies PlainKey[]
/** Labels of address details, in the order of the form (ORDER-12). */
export const addressDetails = {
  entrance: 'Entrance',
  intercom: 'Intercom',
  floor: 'Floor',
  flat: 'Flat',
  comment: 'Delivery instructions',
} as const satisfies Record<string, PlainKey>
/** Labels of the conditions of an audience, in the order of the form. */
export const audienceLabels = {
  langs: 'Languages of the customers',
  orders_min: 'Minimum number of orders',
  ordered_within_days: 'Ordered within (days)',
  not_ordered_for_days: 'No order for (days)',
  bonus_min: 'Minimum bonus points',
  testers: 'Testers only',
} as const satisfies Record<keyof Audience, PlainKey>
const addressParts = {
  address: 'Address',
  city: 'City',
  coords: 'Coordinates',
  radius: 'Radius (m)',
  info: 'Delivery instructions',
} satisfies Record<string, PlainKey>

/** Positions of an access entry, in order. */
export const accessNames = Object.keys(accessPositions) as (keyof typeof accessPositions)[]

/** The label of a position in an access entry. */
export const accessLabel = (position: keyof typeof accessPositions): PlainKey =>
  position === 'board' ? 'Board' : position === 'report' ? 'Report' : position

const named: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  'merchant.address': addressParts,
  'merchant.contact': contactParts,
  'courier.contact': contactParts,
  'company.contact': contactParts,
  'merchant.work_time': Object.fromEntries(weekdays.entries()),
  'company.chat_hours': Object.fromEntries(weekdays.entries()),
  'order_status.color': colorParts,
  'order.destination_info_json': addressDetails,
}

/** The labels of the parts of a field, in order; some are names given by users. */
export function partNames({ name }: Pick<Entity, 'name'>, field: string, part: string, t: Translate): string[] {
  const [entry, inner] = splitPart(part)
  if (name === 'tariff' && field === 'option')
    return [fieldName(entities.company, entry, t), t(optionParts[inner as keyof typeof optionParts])]
  if (name === 'merchant' && field === 'access')
    return accessNames
      .filter((position) => String(accessPositions[position]) === inner)
      .map((position) => t(accessLabel(position)))
  const label = named[`${name}.${field}`]?.[part]
  return [label === undefined ? part : t(label)]
}
