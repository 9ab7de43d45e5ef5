import { type App, CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { addresses, type Client, type ClientOptions, createClient, createSession } from '@tiffin/sdk/client'
import type { LiveOptions, OpenSocket } from '@tiffin/sdk/live'
import { type Alarm, createAlarm } from '#board/alarm'
import { type Attention, createAttention } from '#board/attention'
import { type BoardSettingsStore, createBoardSettings } from '#board/board-settings'
import type { Board } from '#board/board'
import { createBoard } from '#board/board-store'
import { type BoardCommands, createBoardCommands } from '#board/commands'
import { createOrderMoves, type OrderMoves } from '#board/order-moves'
import { createDrafts, type Drafts } from './drafts/drafts.ts'
import { createI18n, type I18n } from '#i18n/create-i18n'
import { createNotices, type Notices } from '#notices/notices'
import { createSessionClock, type SessionClock } from '#session/session-clock'
import { createReachability, type Reachability } from '#session/reachability'
import { createSessionStore, type SessionStore } from '#session/session-store'
import type { ConsoleChat } from './chat/create-console-chat.ts'
import { createUnread, type Unread } from './chat/unread.ts'
import type { ConsolePush } from './push/console-push.ts'
import { isPushChosen } from './push/push-choice.ts'
import type { Ports } from './ports.ts'
import { createDrawer, type Drawer } from './shell/drawer.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

export interface CoreOptions {
  /** Address of the server, such as `http://127.0.0.1:4400`. */
  url: string
  app: Pick<App, 'name' | 'version'> & { device?: string }
  ports: Ports
  /** `cookie` in browsers, where scripts must not hold the secret; `bearer` elsewhere. */
  keep: 'cookie' | 'bearer'
  /** Token of an earlier sign-in, for `bearer`. */
  token?: string | undefined
  /** An open board counts as a user's input. */
  kiosk?: boolean
  validate?: boolean
  transport?: ClientOptions['transport']
  webSocket?: OpenSocket
}

/** Everything that front-ends share. Built once per front-end; nothing in it is a singleton. */
export interface Core {
  client: Client
  session: SessionStore
  reachability: Reachability
  sessionClock: SessionClock
  drawer: Drawer
  board: Board
  moves: OrderMoves
  commands: BoardCommands
  boardSettings: BoardSettingsStore
  alarm: Alarm
  attention: Attention
  drafts: Drafts
  notices: Notices
  i18n: I18n
  serverClock: ServerClock
  ports: Ports
  /** The chat with customers, loaded when it is first needed. */
  chat(): Promise<ConsoleChat>
  unread: Unread
  /** Push messages to this device, loaded when they are first needed; undefined if it can't show them. */
  push: (() => Promise<ConsolePush>) | undefined
  /** For live connections of pages other than the board. */
  live: Pick<LiveOptions, 'url' | 'app' | 'webSocket'>
}

/** Builds the core of one front-end around its ports. */
export function createCore(options: CoreOptions): Core {
  const { ports } = options
  const { api, live, chat: chatUrl } = addresses(options.url)
  const app: App = { ...options.app, contract: CONTRACT_VERSION }
  const serverClock = createServerClock(ports.clock)
  const i18n = createI18n(ports.storage.get('lang') ?? 'en')
  const notices = createNotices(ports.clock)
  // The session store needs the client and the client needs the session's company, so this holder connects them.
  const made: { session?: SessionStore } = {}
  const reachability = createReachability(ports, async () => {
    if (made.session?.store.getState().user) await made.session.refresh()
  })
  const client = createClient({
    url: api,
    app,
    session: createSession({ kind: options.keep, ...(options.token === undefined ? {} : { token: options.token }) }),
    lang: () => i18n.lang(),
    company: () => made.session?.company(),
    onServerTime: (time) => serverClock.learn(time),
    onReached: reachability.learn,
    validate: options.validate ?? false,
    ...(options.transport ? { transport: options.transport } : {}),
  })
  let consolePush: Promise<ConsolePush> | undefined
  const { push: port } = ports
  const push =
    port &&
    (() =>
      (consolePush ??= Promise.all([import('./push/console-push.ts'), port.load()]).then(([{ createConsolePush }, device]) =>
        createConsolePush({ client, session, ports, push: device }),
      )))
  const startPush = (): void => {
    push?.()
      .then(({ start }) => start())
      .catch((error: unknown) => ports.log("can't load push messages", error))
  }
  const session = createSessionStore({ client, i18n, ports, keep: options.keep, url: options.url, startPush })
  made.session = session
  session.store.subscribe((now, before) => {
    if (before.user && before.user.admin_id !== now.user?.admin_id) notices.clear()
    if (now.user && before.user?.admin_id !== now.user.admin_id && isPushChosen(ports, now.user.admin_id)) startPush()
  })
  const sessionClock = createSessionClock({ client, ports, company: session.company })
  const webSocket = options.webSocket ? { webSocket: options.webSocket } : {}
  const board = createBoard({
    client,
    session,
    notices,
    ports,
    serverClock,
    app,
    liveUrl: live,
    ...(options.kiosk === undefined ? {} : { kiosk: options.kiosk }),
    ...webSocket,
    i18n,
  })
  const moves = createOrderMoves({ board, session, notices, i18n })
  const boardSettings = createBoardSettings({ client, session, notices, ports })
  const alarm = createAlarm({
    board,
    ports,
    serverClock,
    isOn: () => boardSettings.store.getState().sound,
    sounds: () => session.store.getState().addresses.sounds,
    every: () => session.store.getState().user?.company?.sound_play_period ?? null,
  })
  const attention = createAttention({
    board,
    ports,
    serverClock,
    company: session.company,
    ring: (news) => boardSettings.store.getState().sound && ports.sound?.alarm(`builtin:${news}`),
  })
  let consoleChat: Promise<ConsoleChat> | undefined
  const chat = (): Promise<ConsoleChat> =>
    (consoleChat ??= import('./chat/create-console-chat.ts').then(({ createConsoleChat }) =>
      createConsoleChat({ client, session, notices, ports, url: chatUrl, live: { app, ...webSocket } }),
    ))
  return {
    client,
    session,
    reachability,
    sessionClock,
    drawer: createDrawer(ports),
    board,
    moves,
    commands: createBoardCommands({ alarm, attention, board, moves, notices }),
    boardSettings,
    alarm,
    attention,
    drafts: createDrafts({ session, notices, ports }),
    notices,
    i18n,
    serverClock,
    ports,
    chat,
    unread: createUnread({ client, session, board, ports, chat }),
    push,
    live: { url: live, app, ...webSocket },
  }
}
