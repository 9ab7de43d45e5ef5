import { spawn } from 'child_process'

/**
 * Runs a program without showing its output; returns `{ code, output }` with both streams. `onLine` sees each line as it comes
 * and returns whether it is progress. After `patience` milliseconds without progress, the program is ended as timed out.
 */
export function capture(command, args, options, watch) {
  const { onLine, patience } = watch || {}
  return new Promise((resolve) => {
    const child = spawn(command, args, Object.assign({ stdio: ['ignore', 'pipe', 'pipe'] }, options))
    let output = ''
    let timer
    const isWithinPatience = () => {
      if (!patience) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        output += 'operation timed out: no progress for ' + patience / 1000 + ' s\n'
        child.kill('SIGKILL')
      }, patience)
    }
    const take = (chunk) => {
      output += chunk
      if (onLine && String(chunk).split('\n').filter(onLine).length > 0) isWithinPatience()
    }
    const end = (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    }
    isWithinPatience()
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => {
      output += error.message + '\n'
      end(127)
    })
    child.on('close', (code) => end(code === null ? 1 : code))
  })
}
