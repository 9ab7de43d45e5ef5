import { Client } from 'pg'
import type { Bench } from './bench.ts'
import { compare } from './measure.ts'
import { type Recorded, recordStatements } from './recorder.ts'
import { post } from './wire.ts'
import { openWorld } from './world.ts'

const ROWS = 60

/** Change and feed numbers that one statement returns are parameters of later ones. */
const passedOn = ['change_id', 'last', 'number'] as const

/** Replays recorded statements, with new texts and with the numbers of this run. */
async function byHand(
  client: Client,
  company: number,
  statements: readonly Recorded[],
  mark: string,
  round: string,
): Promise<void> {
  await client.query(`begin; select set_config('tiffin.company', '${company}', true), set_config('tiffin.platform', '', true)`)
  const numbers = new Map<unknown, unknown>()
  for (const { text, parameters, rows } of statements) {
    const values = parameters.map((value) => {
      if (numbers.has(value)) return numbers.get(value)
      return typeof value === 'string' ? value.replaceAll(mark, round) : value
    })
    const result = await client.query<Record<string, unknown>>(text, values)
    for (const name of passedOn) {
      const was = rows[0]?.[name]
      if (was !== undefined && rows.length === 1) numbers.set(was, Number(result.rows[0]?.[name]))
    }
  }
  await client.query('commit')
}

export const saveRows: Bench = {
  name: 'save-rows',
  async run() {
    const world = await openWorld(200)
    const client = new Client({ connectionString: world.urls.app })
    try {
      const { data } = await world.owner.call('Reference', 'getData', {
        tables: [{ table: 'order', order: [{ field: 'order_id', dir: 'desc' }], limit: [0, ROWS] }],
      })
      // Whole rows, as the spec send them, without the revision, because each round overwrites the last.
      const orders = (data['order']?.data ?? []).map((row): Record<string, unknown> => ({ ...row, revision: undefined }))
      const saving = (comment: string) => ({
        tables: orders.map((row) => ({ table: 'order', id: row['order_id'], row: { ...row, last_time: undefined, comment } })),
      })
      let mark = ''
      const statements = await recordStatements(world.urls, 'write', (wire) => {
        mark = mark === '' ? 'mark-000001' : 'mark-000002'
        return wire.call('Reference', 'saveData', saving(mark))
      })
      // Both sides start with prepared data, except for the text of the round.
      const { body, headers } = world.owner.form('Reference', 'saveData', saving(mark))
      const overHttp = async (round: string): Promise<void> => {
        const answer = await post(`${world.url}/api`, body.replaceAll(mark, round), headers)
        if (!answer.includes(`"comment":"${round}"`)) throw new Error(`Not saved: ${answer.slice(0, 500)}`)
      }
      await client.connect()
      const pair = await compare(
        150,
        (round) => overHttp(`ours-${String(round).padStart(6, '0')}`),
        (round) => byHand(client, world.owner.company, statements, mark, `hand-${String(round).padStart(6, '0')}`),
        100,
      )
      return [
        {
          what: `save of ${ROWS} whole orders over HTTP, p50`,
          value: pair.a,
          unit: 'ms',
          note: `by hand: ${pair.b.toFixed(1)} ms, ${statements.length} statements`,
        },
        { what: `save of ${ROWS} rows against the same statements by hand`, value: pair.ratio, unit: 'x', budget: 1.5 },
      ]
    } finally {
      await client.end()
      await world.stop()
    }
  },
}
