import './chat.css'
import { createChat } from '@tiffin/core/chat/customer'
import { endPush } from '../browser-push.ts'
import { call } from './call.ts'
import { conversationView } from './conversation-view.ts'
import { element } from './element.ts'
import { messageSettings, pushScope } from './message-settings.ts'
import { type SignedIn, signInForm } from './sign-in.ts'
import { languageOf, textsIn } from './texts.ts'

// The customer's end of the chat: a page, or the frame of the widget.

const root = document.querySelector<HTMLElement>('#chat') ?? document.body
const company = Number(root.dataset['company'])
const lang = languageOf(location.search, navigator.languages)
const t = textsIn(lang)
const KEY = `chat.customer.${company}`
document.documentElement.lang = lang
document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr'
document.title = t('title')

/** The browser's storage, or memory where it is closed to frames. */
const storage = openStorage()

/** The widget tells whether its frame is open; a page always is. */
let isShown = parent === window
let whenShown = (): void => {}
addEventListener('message', ({ data, source }: MessageEvent<{ tiffinChat?: unknown } | null>) => {
  if (source !== parent || (data?.tiffinChat !== 'shown' && data?.tiffinChat !== 'hidden')) return
  isShown = data.tiffinChat === 'shown'
  if (isShown) whenShown()
})

show(readSignedIn())

function show(signedIn: SignedIn | undefined): void {
  const heading = element('div', {}, element('h1', {}, element('bdi', {}, root.dataset['name'] || t('title'))))
  const bar = element('header', {}, heading)
  if (!signedIn) {
    const form = signInForm({
      company,
      lang,
      t,
      onSignedIn(next) {
        storage.set(KEY, JSON.stringify(next))
        show(next)
      },
    })
    root.replaceChildren(bar, form)
    return
  }
  const { token, user } = signedIn
  const chat = createChat({
    side: 0,
    url: new URL('/chat', location.href).href,
    getHandshake: () => ({
      mode: 'handshake',
      token,
      user_id: user.user_id,
      user_name: user.name,
      user_img: user.img,
      user_phone: user.phone,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    webSocket: (url) => new WebSocket(url),
    ports: {
      clock: {
        now: () => Date.now(),
        after: (ms, run) =>
          (
            (timer) => () =>
              clearTimeout(timer)
          )(setTimeout(run, ms)),
      },
      moves: storage,
      log: (message, error) => console.warn(message, error),
      isVisible: () => document.visibilityState === 'visible' && isShown,
    },
    owner: () => `customer.${company}.${user.user_id}`,
    onError({ code }) {
      if (code === 'session_expired' || code === 'session_required') leave()
    },
    notSaved: () => view.say(t('notSaved')),
  })
  const view = conversationView({ chat, user: user.user_id, t, lang })
  const see = (): void => {
    if (document.visibilityState === 'visible') chat.see()
  }
  const online = (): void => chat.retry()
  document.addEventListener('visibilitychange', see)
  const offline = (): void => chat.lose()
  addEventListener('online', online)
  addEventListener('offline', offline)
  whenShown = see
  const exit = element(
    'button',
    {
      type: 'button',
      class: 'plain',
      click: () => {
        void call('signout', { customer_token: token }, lang).catch(() => {})
        leave()
      },
    },
    t('signOut'),
  )
  heading.append(view.opening, view.state)
  const settings = parent === window ? messageSettings({ token, company, lang, t }) : undefined
  bar.append(...(settings ? [settings.button] : []), exit)
  root.replaceChildren(bar, ...(settings ? [settings.panel] : []), view.element)
  chat.store.subscribe(({ messages }) => {
    const count = messages.filter((message) => message.type === 1 && message.status < 3 && message.delete === 0).length
    parent.postMessage({ tiffinChat: 'unread', count }, '*')
  })
  chat.start()
  chat.open(user.user_id)

  function leave(): void {
    chat.stop()
    view.stop()
    document.removeEventListener('visibilitychange', see)
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    storage.set(KEY, undefined)
    // The next customer on this device must not read messages to this one.
    if ('serviceWorker' in navigator) endPush(pushScope(company)).catch(() => {})
    show(undefined)
  }
}

function readSignedIn(): SignedIn | undefined {
  try {
    const found = JSON.parse(storage.get(KEY) ?? 'null') as SignedIn | null
    return found && typeof found.token === 'string' && typeof found.user?.user_id === 'number' ? found : undefined
  } catch {
    return undefined
  }
}

function openStorage() {
  const memory = new Map<string, string>()
  const local = (() => {
    try {
      return localStorage
    } catch {
      return undefined
    }
  })()
  return {
    get: (key: string) => (local ? (local.getItem(key) ?? undefined) : memory.get(key)),
    set(key: string, value: string | undefined) {
      if (!local) return void (value === undefined ? memory.delete(key) : memory.set(key, value))
      if (value === undefined) local.removeItem(key)
      else local.setItem(key, value)
    },
    keys: (prefix: string) => (local ? Object.keys(local) : [...memory.keys()]).filter((key) => key.startsWith(prefix)),
  }
}
