import { spawn } from 'child_process'
import os from 'os'
import { Failure } from './failure.mjs'

/** npm ends its shell but not the program in the shell. So under npm, the end of the shell counts as the signal. */
function whenOrphaned(onOrphaned) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, 500)
  return () => clearInterval(timer)
}

/**
 * Runs a program in this terminal and returns its exit code (128 + the signal number if a signal ended it). Signals are
 * forwarded, except Ctrl-C at a terminal: the whole process group gets that one, and a second would mean "stop at once".
 */
export function runForeground(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, Object.assign({ stdio: 'inherit' }, options))
    let told = false
    const handOn = (signal) => {
      told = true
      child.kill(signal)
    }
    const onTerminal = process.stdin.isTTY || process.stdout.isTTY
    const pass = {
      SIGINT: () => (onTerminal ? (told = true) : handOn('SIGINT')),
      SIGTERM: () => handOn('SIGTERM'),
      SIGHUP: () => handOn('SIGHUP'),
    }
    const names = Object.keys(pass)
    names.forEach((name) => process.on(name, pass[name]))
    const stopWatching = whenOrphaned(() => told || pass.SIGTERM())
    const done = () => {
      stopWatching()
      names.forEach((name) => process.removeListener(name, pass[name]))
    }
    child.on('error', (error) => {
      done()
      reject(
        new Failure(
          command + ' did not start (' + error.message + ').',
          'Remove the folders .tools and node_modules, then run the same command again.',
        ),
      )
    })
    child.on('exit', (code, signal) => {
      done()
      resolve(signal ? 128 + (os.constants.signals[signal] || 0) : code)
    })
  })
}
