// Preloaded into a program: records, for each frame written to the terminal, how long the main thread has worked since the
// previous one. Commands around a frame, such as hiding the cursor, are written separately; work before them belongs to the
// frame.
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const MAX_COMMAND_BYTES = 40
const frames = []
let last = performance.eventLoopUtilization()
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (...args) => {
  const done = write(...args)
  if (Buffer.byteLength(args[0]) <= MAX_COMMAND_BYTES) return done
  const now = performance.eventLoopUtilization()
  frames.push({
    at: performance.timeOrigin + performance.now(),
    busy: now.active - last.active,
  })
  last = now
  return done
}
process.once('exit', () => writeFileSync(process.env.BENCH_FRAMES, JSON.stringify(frames)))
