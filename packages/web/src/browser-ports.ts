import type { ListedStorage, Ports, PushPort, Sound } from '@tiffin/core'
import { browserDrafts } from './browser-drafts.ts'
import { loadChunk } from './lazy-component.ts'

const PREFIX = 'tiffin.'
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** A browser without storage still works. */
const storageIn = (open: () => Storage): ListedStorage => ({
  keys(prefix) {
    try {
      const keys = Object.keys(open()).filter((key) => key.startsWith(PREFIX + prefix))
      return keys.map((key) => key.slice(PREFIX.length))
    } catch {
      return []
    }
  },
  get(key) {
    try {
      return open().getItem(PREFIX + key) ?? undefined
    } catch {
      return undefined
    }
  },
  set(key, value) {
    try {
      if (value === undefined) open().removeItem(PREFIX + key)
      else open().setItem(PREFIX + key, value)
    } catch {
      // Storage is blocked or full.
    }
  },
})

const log: Ports['log'] = (message, error) => console.warn(`[tiffin] ${message}`, error ?? '')

/** After this time an alarm is no longer worth playing. */
const STALE_MS = 5000

/** Loaded at once, in case the network is lost later, but not awaited: the first order comes later. */
function lazySound(): Sound {
  const sounds = loadChunk(() => import('./browser-sound.ts')).then(({ browserSound }) => browserSound(log))
  sounds.catch((error: unknown) => log("can't load the sounds", error))
  return {
    alarm(source, loud) {
      const asked = Date.now()
      sounds.then((sound) => Date.now() - asked < STALE_MS && sound.alarm(source, loud)).catch(() => {})
    },
    watchBlocked(onChange) {
      let stop: (() => void) | undefined
      let stopped = false
      sounds.then((sound) => !stopped && (stop = sound.watchBlocked(onChange))).catch(() => {})
      return () => {
        stopped = true
        stop?.()
      }
    },
  }
}

/** Omitted in browsers without push messages, and on pages that are not secure. */
const lazyPush = (): { push?: PushPort } =>
  'PushManager' in window && 'serviceWorker' in navigator
    ? {
        push: {
          asksAtStart: /Android|iPhone|iPad/.test(navigator.userAgent),
          load: async () => (await loadChunk(() => import('./browser-push.ts'))).browserPush,
        },
      }
    : {}

/** The core's ports in a browser: local storage, which may be blocked, timers, and the browser's network state. */
export const browserPorts = (channel = new BroadcastChannel('tiffin')): Ports => ({
  clock: {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  storage: storageIn(() => localStorage),
  moves: storageIn(() => localStorage),
  tabStorage: storageIn(() => sessionStorage),
  drafts: browserDrafts(),
  connectivity: {
    watch(onChange) {
      const notify = () => onChange(navigator.onLine)
      window.addEventListener('online', notify)
      window.addEventListener('offline', notify)
      return () => {
        window.removeEventListener('online', notify)
        window.removeEventListener('offline', notify)
      }
    },
  },
  sound: lazySound(),
  isVisible: () => document.visibilityState === 'visible',
  activity: {
    watch(onInput) {
      for (const name of inputs) window.addEventListener(name, onInput, { capture: true, passive: true })
      return () => {
        for (const name of inputs) window.removeEventListener(name, onInput, { capture: true })
      }
    },
  },
  tabs: {
    post: channel.postMessage.bind(channel),
    watch(onMessage) {
      const hear = ({ data }: MessageEvent<unknown>) => onMessage(data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  },
  ...lazyPush(),
  log,
})
