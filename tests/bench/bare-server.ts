import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Pool } from 'pg'

// The baseline: the same statements in the same transaction and role, with only node:http and pg.
interface Job {
  company: number
  statements: { text: string; parameters: unknown[] }[]
}

const { company, statements } = JSON.parse(readFileSync(process.env['BENCH_JOB'] ?? '', 'utf8')) as Job
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

async function answer(): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin isolation level repeatable read read only; select set_config('tiffin.company', '${company}', true), set_config('tiffin.platform', '', true)`,
    )
    let text = ''
    for (const { text: sql, parameters } of statements) {
      const { rows } = await client.query<{ data?: string }>(sql, parameters)
      if (rows[0]?.data !== undefined) text = rows[0].data
    }
    await client.query('commit')
    return `{"data":${text}}`
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    void answer().then((text) => response.setHeader('content-type', 'application/json').end(text))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`bare http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`)
})
process.once('SIGTERM', () => process.exit(0))
