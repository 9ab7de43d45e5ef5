import { describe, expect, it } from 'vitest'
import { createCore } from '../create-core.ts'
import { memoryStorage, type PushDevice, type PushPermission } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }
const languages = [{ global_lang_id: 1, name: 'English', code: 'en', dir: 'ltr' }]
const texts = { lang: languages, dict: { Hello: 'Hello from the server' }, country: [], merchant_settings: {}, demo: [] }

interface Device {
  isPhone?: boolean
  answer?: PushPermission | Error
  registers?: boolean
  stored?: Readonly<Record<string, string>>
}

/** A console on a device, with a server that knows one session. */
function device({ isPhone = true, answer = 'granted', registers = true, stored = {} }: Device) {
  const calls: string[] = []
  const done: string[] = []
  let signedIn: number | undefined = 7
  let permission: PushPermission = 'default'
  const push: PushDevice = {
    permission: () => permission,
    async ask() {
      done.push('asked')
      if (answer instanceof Error) throw answer
      return (permission = answer)
    },
    async subscribe(key) {
      done.push(`subscribed with ${key}`)
      if (!registers) throw new Error('no push service')
      return subscription
    },
    async unsubscribe() {
      done.push('unsubscribed')
      return subscription.endpoint
    },
  }
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(stored)) storage.set(key, value)
  const core = createCore({
    url: 'http://server.example',
    app: { name: 'web', version: '0' },
    ports: { clock: stubClock(), storage, push: { asksAtStart: isPhone, load: async () => push }, log: () => {} },
    keep: 'cookie',
    async transport({ form }) {
      const { method = '', api = '', data = '{}' } = Object.fromEntries(form)
      calls.push(api === 'Push' ? `${method} ${data}` : method)
      if (method === 'Login') signedIn = 8
      const user = signedIn === undefined ? undefined : { admin_id: signedIn, token: 't', company: null }
      if (method === 'SignOut') signedIn = undefined
      const answers: Record<string, object> = {
        getLang: { auth: texts },
        key: { data: { status: 'OK', key: 'server-key' } },
      }
      const auth = user ? { auth: { status: 'OK', user } } : { status: 'FAIL', code: 'session_required' }
      const body = answers[method] ?? (api === 'Push' ? { data: { status: 'OK' } } : auth)
      return { kind: 'answer', status: 200, text: JSON.stringify({ status: 'OK', server_time: 1, ...body }) }
    },
  })
  const sent = (): string[] => calls.filter((call) => call.includes('subscribe '))
  return { core, done, sent, storage, phase: () => core.session.store.getState().phase }
}

const registered = `subscribe ${JSON.stringify({ subscription })}`

describe('push messages to staff', () => {
  it('SHELL-09: on a phone the start asks for permission and registers the device', async () => {
    const { core, done, sent } = device({})
    await core.session.start()
    await expect.poll(sent).toEqual([registered])
    expect(done).toEqual(['asked', 'subscribed with server-key'])
  })

  it('SHELL-09: elsewhere the start neither asks nor registers', async () => {
    const { core, done, phase } = device({ isPhone: false })
    await core.session.start()
    expect(phase()).toBe('signed_in')
    expect(done).toEqual([])
  })

  it.each<[string, Device]>([
    ['a denied permission', { answer: 'denied' }],
    ['a permission that nobody gave', { answer: 'default' }],
    ['a browser that fails to ask', { answer: new Error('not from a click') }],
    ['an error of the registration', { registers: false }],
  ])('SHELL-10: %s does not stop the start; the language is loaded all the same', async (_, options) => {
    const { core, sent, done, phase } = device(options)
    await core.session.start()
    await expect.poll(() => done[0]).toBe('asked')
    expect(phase()).toBe('signed_in')
    expect(core.i18n.t.message('Hello')).toBe('Hello from the server')
    expect(sent()).toEqual([])
  })

  it('a device that its user turned on registers again at each start; one turned off does not, even on a phone', async () => {
    const on = device({ isPhone: false, stored: { 'push.7': 'on' } })
    const push = await on.core.push?.()
    await on.core.session.start()
    await push?.turn(true)
    expect(push?.store.getState()).toEqual({ isOn: true, isBusy: false, problem: null })
    const off = device({ stored: { 'push.7': 'off' } })
    await off.core.session.start()
    const other = await off.core.push?.()
    await other?.start()
    expect(off.done).toEqual(['asked'])
    expect(off.sent()).toEqual([])
  })

  it('turning off tells the server; a refusal is shown', async () => {
    const { core, sent, storage } = device({})
    await core.session.start()
    const push = await core.push?.()
    await expect.poll(() => push?.store.getState().isOn).toBe(true)
    await push?.turn(false)
    expect(sent().at(-1)).toBe(`unsubscribe ${JSON.stringify({ endpoint: subscription.endpoint })}`)
    expect(storage.get('push.7')).toBe('off')
    const refused = device({ isPhone: false, answer: 'denied' })
    await refused.core.session.start()
    const blocked = await refused.core.push?.()
    await blocked?.turn(true)
    expect(blocked?.store.getState()).toEqual({ isOn: false, isBusy: false, problem: 'denied' })
  })

  it('signing out ends the registration, so that the next user of the device reads nothing', async () => {
    const { core, done } = device({})
    await core.session.start()
    const push = await core.push?.()
    await expect.poll(() => push?.store.getState().isOn).toBe(true)
    await core.session.signOut()
    await expect.poll(() => done.at(-1)).toBe('unsubscribed')
    expect(push?.store.getState().isOn).toBe(false)
  })
})
