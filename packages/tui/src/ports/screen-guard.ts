import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { mouseOff } from '../view/mouse.ts'

/** Puts a terminal back as a shell expects it: no mouse, no pasting mode, a cursor, and the screen that was there before. */
const RESTORE = `${mouseOff}\u001B[?2004l\u001B[?25h\u001B[?1049l`

/**
 * Waits until the board's end of the pipe is closed, which the system does however it dies. The settings of the line are put
 * back only while they are still the board's: a shell that has begun to read has its own, and leaves signals on (`isig`).
 */
const WATCH = `trap '' HUP INT TERM QUIT
exec 3<&1
read -r _
printf '%s' "$1"
stty -a <&3 | grep -q -e '-isig' && stty "$2" <&3`

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const

/**
 * Looks after the terminal until the answered function is called: a board that is told to stop leaves by `close`, and behind
 * one that is killed outright (`kill -9`, out of memory) a small shell process puts the terminal back.
 */
export function guardScreen({ close, log }: { close: () => void; log: (message: string, error?: unknown) => void }): () => void {
  const settings = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' }).stdout?.trim() ?? ''
  // In a session of its own, so that what ends the board's whole group leaves it alone.
  const watcher =
    settings === ''
      ? undefined
      : spawn('/bin/sh', ['-c', WATCH, 'sh', RESTORE, settings], { stdio: ['pipe', 'inherit', 'ignore'], detached: true })
  watcher?.on('error', (error) => log('nobody puts the terminal back if the board is killed', error))
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
