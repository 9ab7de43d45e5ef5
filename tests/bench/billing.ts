import { setTimeout as pause } from 'node:timers/promises'
import { addDueCompanies, addTopUps, beginRound, paymentEnv, sendCallback } from '../fixtures/billing.ts'
import type { Bench } from './bench.ts'
import { createBenchDatabase } from './database.ts'
import { percentile, timed } from './measure.ts'
import { startServe } from './stage.ts'

const COMPANIES = 10_000
const CALLBACKS = 300
const WARM_UP = 100

export const billing: Bench = {
  name: 'billing',
  async run() {
    const database = await createBenchDatabase()
    const due = await addDueCompanies(database, COMPANIES)
    const callbacks = await addTopUps(database, CALLBACKS + WARM_UP)
    await database.asOwner('analyze')
    const app = database.open()
    const server = await startServe(database.urls, paymentEnv)
    try {
      const samples: number[] = []
      for (const callback of callbacks)
        samples.push(
          await timed(async () => {
            const answer = await sendCallback(server.url, callback)
            if (answer?.status !== 200) throw new Error(`A callback was answered with ${answer?.status}`)
          }),
        )
      const isDone = async () => {
        const [row] = await database.asOwner<{ charged: number; late: number }>(
          `select (select count(*)::int from booking where kind = 'subscription') as charged,
             (select count(*)::int from company where suspended = 1) as late`,
        )
        return row?.charged === due && row.late === COMPANIES - due
      }
      const round = await timed(async () => {
        await beginRound(app)
        while (!(await isDone())) await pause(100)
      })
      return [
        {
          what: 'signed callback of a payment provider until its answer, p95',
          value: percentile(samples.slice(WARM_UP), 0.95),
          unit: 'ms',
          budget: 50,
        },
        {
          what: `billing round in which the periods of ${COMPANIES} companies end`,
          value: round,
          unit: 'ms',
          budget: 60_000,
          note: `${due} are charged, the others are suspended`,
        },
      ]
    } finally {
      await server.stop()
      await database.drop()
    }
  },
}
