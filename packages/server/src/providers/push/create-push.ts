import type { Config } from '#server/config'
import type { ServerKeys } from '#sessions/server-keys'
import { parseNetworks } from '#providers/public-address'
import { createFcm, type Fcm } from './fcm.ts'
import { createWebPush, type WebPush } from './web-push.ts'

export interface PushServices {
  webPush: WebPush
  /** Null without TIFFIN_FCM_CREDENTIALS. */
  fcm: Fcm | null
}

export function createPush(
  config: Config,
  { keys, publicUrl, signal }: { keys: ServerKeys; publicUrl: () => string; signal: AbortSignal },
): PushServices {
  const address = /[^\s<>]+@[^\s<>]+/.exec(config.TIFFIN_MAIL_FROM)?.[0] ?? 'no-reply@localhost'
  const subject = (): string => (publicUrl().startsWith('https:') ? publicUrl() : `mailto:${address}`)
  return {
    webPush: createWebPush({ keys: keys.vapid, subject, allowed: parseNetworks(config.TIFFIN_PUSH_NETWORKS), signal }),
    fcm: createFcm(config, signal),
  }
}
