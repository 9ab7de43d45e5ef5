import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { SessionStore } from '#session/session-store'
import type { Ports, PushDevice, PushPermission } from '../ports.ts'
import { isPushChosen, pushChoice } from './push-choice.ts'

/** Whether this device shows the push messages of the signed-in user. */
export interface PushState {
  isOn: boolean
  isBusy: boolean
  /** `denied`: the user has refused them for this site, which only the browser's settings change. */
  problem: 'denied' | 'failed' | null
}

export interface ConsolePush {
  store: StoreApi<PushState>
  /** Asks for permission on a phone, and registers this device for its user (SHELL-09). Errors are logged (SHELL-10). */
  start(): Promise<void>
  /** Turns push messages on or off for this user on this device. */
  turn(on: boolean): Promise<void>
}

const problemOf = (permission: PushPermission): PushState['problem'] => (permission === 'denied' ? 'denied' : null)

/** Push messages to staff. The device registers again at each start, because push services change its address at times. */
export function createConsolePush(options: {
  client: Pick<Client, 'Push'>
  session: Pick<SessionStore, 'store'>
  ports: Pick<Ports, 'storage' | 'log' | 'push'>
  push: PushDevice
}): ConsolePush {
  const { client, session, ports, push } = options
  const store = createStore<PushState>(() => ({ isOn: false, isBusy: false, problem: problemOf(push.permission()) }))
  const userOf = (): number | undefined => session.store.getState().user?.admin_id
  let hasAsked = false
  /** For whom this device is registered. */
  let registered: number | undefined

  async function register(admin: number): Promise<void> {
    registered = admin
    try {
      const { data } = await client.Push.key({})
      await client.Push.subscribe({ subscription: await push.subscribe(data.key) })
      store.setState({ isOn: true })
    } catch (error) {
      registered = undefined
      throw error
    }
  }

  session.store.subscribe((now, before) => {
    if (now.user || !before.user) return
    registered = undefined
    store.setState({ isOn: false })
    // The next user of this device must not read messages to this one.
    push.unsubscribe().catch((error: unknown) => ports.log("can't end push messages", error))
  })

  return {
    store,
    async start() {
      try {
        if (ports.push?.asksAtStart && !hasAsked) {
          hasAsked = true
          await push.ask()
        }
        const permission = push.permission()
        const admin = userOf()
        store.setState({ problem: problemOf(permission) })
        if (admin === undefined || admin === registered || permission !== 'granted') return
        if (isPushChosen(ports, admin)) await register(admin)
      } catch (error) {
        ports.log("can't register for push messages", error)
      }
    },
    async turn(on) {
      const admin = userOf()
      if (admin === undefined || store.getState().isBusy) return
      store.setState({ isBusy: true, problem: null })
      try {
        if (on) {
          const permission = await push.ask()
          store.setState({ problem: problemOf(permission) })
          if (permission !== 'granted') return
          await register(admin)
        } else {
          const endpoint = await push.unsubscribe()
          if (endpoint !== undefined) await client.Push.unsubscribe({ endpoint })
          registered = undefined
          store.setState({ isOn: false })
        }
        ports.storage.set(pushChoice(admin), on ? 'on' : 'off')
      } catch (error) {
        ports.log("can't change push messages", error)
        store.setState({ problem: 'failed' })
      } finally {
        store.setState({ isBusy: false })
      }
    },
  }
}
