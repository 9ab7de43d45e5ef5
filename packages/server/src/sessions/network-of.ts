import { isIPv6 } from 'node:net'

/**
 * The network by which attempts from an address are counted. In IPv6 a household has 2^64 addresses, so only the first
 * half counts. An IPv4 address counts in full, in any notation.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // The canonical form of an address, such as [2001:db8::1].
  const [start = '', end] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(start), groups(end ?? '')]
  const all = [...first, ...Array<string>(end === undefined ? 0 : 8 - first.length - last.length).fill('0'), ...last]
  if (all.slice(0, 6).join() === '0,0,0,0,0,ffff') return all.slice(6).flatMap(bytesOf).join('.')
  return `${all.slice(0, 4).join(':')}::/64`
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]
