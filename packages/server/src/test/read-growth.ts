import { openDatabase } from '../db/database.ts'

// Run as `node --expose-gc read-growth.ts <connection string>`: writes how many bytes the memory has grown by after 100 reads
// of 100 kB each, between which only minor garbage collections ran. A separate process, because a full collection that other
// work has started keeps what minor ones would free.

const collect = globalThis.gc as NonNullable<typeof globalThis.gc>
const db = openDatabase({ connectionString: process.argv[2], max: 1 })

async function read(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await db.read({ global: true }, (tx) => tx.sql(`select repeat('я', 50000) as large`))
    if (time % 10 === 9) collect({ type: 'minor' })
  }
}

async function growth(): Promise<number> {
  collect()
  const before = process.memoryUsage().heapUsed
  await read(100)
  return process.memoryUsage().heapUsed - before
}

await read(20)
process.stdout.write(String(Math.min(await growth(), await growth(), await growth())))
await db.close()
