import type { Client } from '@tiffin/sdk/client'
import { formatPhone } from '#rules/index'

/** A way to contact the platform. */
export interface ContactLink {
  /** Icon name from the setting. */
  icon: string
  address: string
  /** The address for display. */
  name: string
}

const readable = /^(?:https?:|mailto:|tel:)./

function nameOf(address: string): string {
  const name = address.replace(/^(?:https?:\/\/|mailto:|tel:\+?)/, '').replace(/\/$/, '')
  return address.startsWith('tel:') ? formatPhone(name) : name
}

/** Parses the setting `contact_links`: an icon and an address per line; invalid lines are dropped. */
export const contactLinks = (text: string): ContactLink[] =>
  text.split('\n').flatMap((line) => {
    const [icon = '', address = ''] = line.trim().split(/\s+/)
    return readable.test(address) ? [{ icon, address, name: nameOf(address) }] : []
  })

/** The platform's contacts, for every signed-in user. Rejects with an ApiError. */
export async function readContactLinks(client: Client): Promise<ContactLink[]> {
  const search = [{ key: 'name', prm: 'contact_links' }]
  const { data } = await client.Reference.getData({ tables: [{ table: 'app_settings', search, limit: [0, 1] }] })
  const value = data['app_settings']?.data[0]?.['value']
  return contactLinks(typeof value === 'string' ? value : '')
}
