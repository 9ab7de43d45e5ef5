import type { PushDevice, PushSubscriptionData } from '@tiffin/core'

/** Serves the console and the customers' page; each has a separate registration and subscription. */
const WORKER = '/push-worker.js'

/** Registers this page's scope with the push service. */
export async function subscribeToPush(key: string, scope: string): Promise<PushSubscriptionData> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope })
  await activeWorker(registration)
  const applicationServerKey = bytesOf(key)
  const before = await registration.pushManager.getSubscription()
  // A subscription belongs to the key it was made with.
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** The subscription of this scope, if there is one. */
export async function findPush(scope: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  // Another registration, with a wider scope, also serves this address.
  if (registration?.scope !== new URL(scope, location.href).href) return undefined
  return (await registration.pushManager.getSubscription()) ?? undefined
}

/** Ends the subscription of this scope; returns its endpoint. */
export async function endPush(scope: string): Promise<string | undefined> {
  const subscription = await findPush(scope)
  await subscription?.unsubscribe()
  return subscription?.endpoint
}

/** A worker can't subscribe until it is active. */
async function activeWorker({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The push worker failed to install'))
    })
  })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0)
}

const isSame = (a: ArrayBuffer | null, b: Uint8Array): boolean => a !== null && String(new Uint8Array(a)) === String(b)

const CONSOLE = '/'

/** Push messages to staff in this browser. */
export const browserPush: PushDevice = {
  permission: () => Notification.permission,
  ask: () => Notification.requestPermission(),
  subscribe: (key) => subscribeToPush(key, CONSOLE),
  unsubscribe: () => endPush(CONSOLE),
}
