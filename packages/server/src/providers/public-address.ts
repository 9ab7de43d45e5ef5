import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not part of the public internet, by the registry of special-purpose addresses. */
const specialIpv4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** The only IPv6 network with public addresses, and the parts of it that are not public: tunnels to IPv4, and examples. */
const PUBLIC_IPV6 = '2000::/3'
const specialIpv6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

/** Whether the text is an address or a network, such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  return bits !== undefined && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

/** Addresses and networks for which `isAddressOrNetwork` holds. */
export function parseNetworks(list: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) networks.addAddress(address, family)
    else networks.addSubnet(address, Number(prefix), family)
  }
  return networks
}

const special = parseNetworks(`${specialIpv4} ${specialIpv6}`.split(' '))
const globalIpv6 = parseNetworks([PUBLIC_IPV6])

/** Whether an address belongs to the public internet; IPv6 forms of IPv4 addresses don't. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Whether the address is in one of the networks. */
export const isInNetworks = (networks: BlockList, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
