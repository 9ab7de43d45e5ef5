import fs from 'fs'
import path from 'path'
import { Failure } from './failure.mjs'

const patience = 15 * 60 * 1000
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The pid in a lock; 0 while it is being written, undefined without a lock. */
function readHolder(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0
  } catch {
    return undefined
  }
}

/** Creates the lock with its content in one step: a hard link to a complete file is atomic. */
function tryTake(file) {
  const own = file + '.' + process.pid
  fs.writeFileSync(own, String(process.pid))
  try {
    fs.linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    fs.unlinkSync(own)
  }
}

/** Removes the lock of a dead process. A second lock prevents removing one taken in the meantime. */
function clearDead(file, holder) {
  const guard = file + '.clearing'
  if (!tryTake(guard)) {
    const clearer = readHolder(guard)
    if (clearer !== undefined && !isAlive(clearer)) fs.unlinkSync(guard)
    return
  }
  try {
    if (readHolder(file) === holder) fs.unlinkSync(file)
  } finally {
    fs.unlinkSync(guard)
  }
}

/**
 * Runs `work` while holding the lock `name`, which only one process of this checkout can hold. The lock of a dead process is
 * taken over. `onWait` is called once with the holder's pid, if there is a holder.
 */
export async function withLock(folder, name, onWait, work) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, name + '.lock')
  const start = Date.now()
  let told = false
  while (!tryTake(file)) {
    const holder = readHolder(file)
    if (holder !== undefined && !isAlive(holder)) {
      clearDead(file, holder)
      continue
    }
    if (holder !== undefined && !told) {
      told = true
      onWait(holder)
    }
    if (Date.now() - start > patience)
      throw new Failure(
        'Process ' + holder + ' has held ' + file + ' for a quarter of an hour.',
        'End that process or, if it has nothing to do with Tiffin, remove the file.',
      )
    await pause(100)
  }
  try {
    return await work()
  } finally {
    fs.unlinkSync(file)
  }
}
