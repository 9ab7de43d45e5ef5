// Loaded before a program: notes, for each write to the terminal, how long the main thread has worked since the one before.
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const frames = []
let last = performance.eventLoopUtilization()
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (...args) => {
  const done = write(...args)
  const now = performance.eventLoopUtilization()
  frames.push({
    at: performance.timeOrigin + performance.now(),
    busy: now.active - last.active,
    bytes: Buffer.byteLength(args[0]),
  })
  last = now
  return done
}
process.once('exit', () => writeFileSync(process.env.BENCH_FRAMES, JSON.stringify(frames)))
