import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { mouseOff } from '../view/mouse.ts'

/** Restores the terminal for a shell: no mouse, no bracketed paste, a cursor, and the previous screen. */
const RESTORE = `${mouseOff}\u001B[?2004l\u001B[?25h\u001B[?1049l`

/**
 * Waits until the board's end of the pipe is closed, which happens however it dies. The terminal modes are restored
 * only if they are still the board's: a shell that has started to read sets its own and leaves signals on (`isig`).
 */
const WATCH = `trap '' HUP INT TERM QUIT
exec 3<&1
read -r _
printf '%s' "$1"
stty -a <&3 | grep -q -e '-isig' && stty "$2" <&3`

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const

/**
 * Guards the terminal until the returned function is called. A board that is asked to stop leaves through `close`; if
 * it is killed outright (`kill -9`, out of memory), a small shell process restores the terminal.
 */
export function guardScreen({ close, log }: { close: () => void; log: (message: string, error?: unknown) => void }): () => void {
  const settings = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' }).stdout?.trim() ?? ''
  // In its own session, so that signals to the board's process group do not reach it.
  const watcher =
    settings === ''
      ? undefined
      : spawn('/bin/sh', ['-c', WATCH, 'sh', RESTORE, settings], { stdio: ['pipe', 'inherit', 'ignore'], detached: true })
  watcher?.on('error', (error) => log("no watchdog: the terminal won't be restored after kill -9", error))
  watcher?.stdin?.on('error', () => {})
  watcher?.unref()

  const stop = (): void => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
    process.off('exit', stop)
    watcher?.kill('SIGKILL')
  }
  const listeners = signals.map((signal) => {
    const listener = (): void => {
      close()
      process.exit(128 + constants.signals[signal])
    }
    return [signal, listener] as const
  })
  for (const [signal, listener] of listeners) process.on(signal, listener)
  process.on('exit', stop)
  return stop
}
