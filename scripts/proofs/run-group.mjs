import { spawn } from 'node:child_process'

/**
 * Runs a program with its child processes and ends them all after `limit` milliseconds or with this process, because a break
 * may cause an endless loop. Returns the output and whether it was ended.
 */
export function runGroup([program, ...args], { limit, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    let isEnded = false
    const end = () => {
      isEnded = true
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // All processes have already ended.
      }
    }
    const stop = () => {
      end()
      process.exit(130)
    }
    const timer = setTimeout(end, limit)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
    const done = () => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop)
      resolve({ output, isEnded })
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => {
      output += error.message
      done()
    })
    child.on('close', done)
  })
}
