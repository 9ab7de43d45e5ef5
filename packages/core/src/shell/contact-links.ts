import type { Client } from '@tiffin/sdk/client'
import { formatPhone } from '#rules/index'

/** A way to reach the people of the platform. */
export interface ContactLink {
  /** Name of its icon, as the setting says it. */
  icon: string
  address: string
  /** The address as people read it. */
  name: string
}

const readable = /^(?:https?:|mailto:|tel:)./

function nameOf(address: string): string {
  const name = address.replace(/^(?:https?:\/\/|mailto:|tel:\+?)/, '').replace(/\/$/, '')
  return address.startsWith('tel:') ? formatPhone(name) : name
}

/** What the setting `contact_links` says: an icon and an address in each line; what leads nowhere is left out. */
export const contactLinks = (text: string): ContactLink[] =>
  text.split('\n').flatMap((line) => {
    const [icon = '', address = ''] = line.trim().split(/\s+/)
    return readable.test(address) ? [{ icon, address, name: nameOf(address) }] : []
  })

/** The contacts of the platform, for everybody who is signed in. Rejects with an ApiError. */
export async function readContactLinks(client: Client): Promise<ContactLink[]> {
  const search = [{ key: 'name', prm: 'contact_links' }]
  const { data } = await client.Reference.getData({ tables: [{ table: 'app_settings', search, limit: [0, 1] }] })
  const value = data['app_settings']?.data[0]?.['value']
  return contactLinks(typeof value === 'string' ? value : '')
}
