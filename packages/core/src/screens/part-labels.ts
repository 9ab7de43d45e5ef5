import { entities, type Entity, weekdays } from '@tiffin/sdk/contract'
import { accessPositions } from '#rules/index'
import { fieldLabel } from './labels.ts'
import { cutPart } from './parts.ts'

// Names of parts of values for people, as dictionary keys.
export const contactParts = {
  contact_name: 'Contact name',
  contact_position: 'Job title',
  contact_phone: 'Contact phone',
  contact_email: 'Contact email',
  contact_other: 'Other contacts',
} as const
export const colorParts = { background: 'Background', text: 'Text colour' } as const
export const optionParts = {
  enable: 'Included',
  free: 'Price Free',
  show: 'Shown',
  value: 'Value',
  description: 'Description',
} as const
/** By level. */
export const accessLevels = ['None', 'View', 'Edit'] as const
const addressParts = {
  address: 'Address',
  city: 'City',
  coords: 'Coordinates',
  radius: 'Radius, m',
  info: 'Delivery instructions',
} as const

/** What a position of an access entry is called. */
export const accessLabel = (position: string): string => ({ board: 'Board', report: 'Report' })[position] ?? position

const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'merchant.address': addressParts,
  'merchant.contact': contactParts,
  'courier.contact': contactParts,
  'company.contact': contactParts,
  'merchant.work_time': Object.fromEntries(weekdays.entries()),
  'order_status.color': colorParts,
}

/** What the parts of a field are called, one after another: keys of the dictionary, or names that somebody has given. */
export function partLabels({ name }: Pick<Entity, 'name'>, field: string, part: string): string[] {
  const [entry, inner] = cutPart(part)
  if (name === 'tariff' && field === 'option')
    return [fieldLabel(entities.company, entry), optionParts[inner as keyof typeof optionParts]]
  if (name === 'merchant' && field === 'access')
    return Object.entries(accessPositions).flatMap(([position, at]) => (String(at) === inner ? [accessLabel(position)] : []))
  return [named[`${name}.${field}`]?.[part] ?? part]
}
