import { VERSION } from '../build-info.ts'
import type { Call } from '../call.ts'
import { chooseLanguage } from '../choose-language.ts'
import { exitCodes, failure } from '../failure.ts'
import { boardFile, offlineFolder } from './offline-data.ts'

export interface BoardFlags {
  printer?: string
  scan?: string[]
  name?: string
  ascii?: boolean
  lowBandwidth?: boolean
  screenReader?: boolean
  mouse?: boolean
  columns?: string
  board?: string
  pair?: boolean
}

/** Opens the board in this terminal for the signed-in user. A sign-in on the board is saved to the profile. */
export async function board(call: Call<BoardFlags>): Promise<void> {
  const { io, options } = call
  if (!io.outIsTerminal || !io.inputIsTerminal) {
    throw failure(exitCodes.usage, 'no_terminal')('The board needs a terminal', { next: ['For scripts: tiffin orders list'] })
  }
  const { url, token, company, store } = await call.connect()
  const { fileStorage, folderStorage, runBoard } = await import('@tiffin/tui')
  const remembered = boardFile(io.env, store.name, url)
  const storage = fileStorage(remembered)
  const code = await runBoard({
    url,
    token,
    lang: chooseLanguage(options.lang, io.env, storage.get('lang')),
    company,
    storage,
    offline: folderStorage(offlineFolder(remembered)),
    printer: options.printer,
    scan: options.scan,
    name: options.name,
    ascii: options.ascii === true,
    lowBandwidth: options.lowBandwidth === true,
    screenReader: options.screenReader === true,
    mouse: options.mouse === true,
    columns: options.columns,
    board: options.board,
    pair: options.pair === true,
    version: VERSION,
    env: io.env,
    onToken(next) {
      if (io.env['TIFFIN_TOKEN'] || store.read().token === next) return
      store.update((current) => {
        const { token: _, ...rest } = current
        return next === undefined ? rest : { ...rest, url, token: next }
      })
    },
  })
  // Does not wait for the board's sockets and timers.
  process.exit(code)
}
