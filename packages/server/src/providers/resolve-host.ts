import { type LookupAddress, promises as dns } from 'node:dns'

/**
 * The addresses of a host. The DNS is asked without the threads of `dns.lookup`: files and passwords wait for the same few, which
 * slow name servers of a customer would hold.
 * @param isSystemUsed whether names that the DNS does not know are looked for in the system's own, such as `localhost`
 * @throws if there are none
 */
export async function resolveHost(
  name: string,
  { signal, isSystemUsed }: { signal: AbortSignal; isSystemUsed: boolean },
): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: 3000, tries: 1 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = results.flatMap((result, index) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length > 0) return found
    signal.throwIfAborted()
    if (isSystemUsed) return await dns.lookup(name, { all: true })
    throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
