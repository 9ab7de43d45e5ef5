import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** Decides which host names and which pages may call the server. */
export interface Origins {
  /** Refuses a foreign name that resolves to this server (DNS rebinding). */
  hostAllowed(host: string | undefined): boolean
  originAllowed(origin: string): boolean
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @param port the port that the server is actually listening on */
export function createOrigins(
  config: Pick<Config, 'TIFFIN_PUBLIC_URL' | 'TIFFIN_CHAT_URL' | 'TIFFIN_ORIGINS' | 'TIFFIN_INSECURE_LAN'>,
  port: () => number,
): Origins {
  const publicUrl = config.TIFFIN_PUBLIC_URL === undefined ? null : new URL(config.TIFFIN_PUBLIC_URL)

  // The customers' page of the chat may have a separate origin (AMB-259).
  const chatUrl = config.TIFFIN_CHAT_URL === undefined ? null : new URL(config.TIFFIN_CHAT_URL.replace(/^ws/, 'http'))

  function hostAllowed(host: string | undefined): boolean {
    if (host === undefined) return false
    const url = URL.parse(`http://${host}`)
    if (!url || url.href !== `http://${url.host}/`) return false
    if (publicUrl && host.toLowerCase() === publicUrl.host) return true
    if (chatUrl && host.toLowerCase() === chatUrl.host) return true
    if (Number(url.port || 80) !== port()) return false
    if (LOOPBACK.has(url.hostname)) return true
    return config.TIFFIN_INSECURE_LAN && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  }

  return {
    hostAllowed,
    originAllowed(origin) {
      if (config.TIFFIN_ORIGINS.includes(origin)) return true
      if (chatUrl?.origin === origin) return true
      if (publicUrl) return origin === publicUrl.origin
      const url = URL.parse(origin)
      return url !== null && url.protocol === 'http:' && url.origin === origin && hostAllowed(url.host)
    },
  }
}
