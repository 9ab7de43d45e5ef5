import { weekdays } from '@tiffin/sdk/contract'
import { type Answer, callAt } from '@tiffin/server/test'
import type { OwnHome } from './server-home.ts'
import { runTiffin } from './server-process.ts'

/** A company created as an operator of an empty server would. */
export interface SmallCompany {
  login: string
  password: string
  token: string
  company: number
  merchant: number
  /** Keys of its statuses by number. */
  statuses: Readonly<Record<number, number>>
  /** Creates orders in the status New. */
  place(count: number): Promise<number[]>
  /** Allows moves between all statuses on the board, so that writers never run out of moves. */
  openTransfers(): Promise<void>
}

type Row = Record<string, unknown>

/** Orders are placed at any hour, without a warning. */
const alwaysOpen = weekdays.map((name, day) => ({ name, day, work: 1, periods: [{ start: '00:00', end: '00:00' }] }))

export async function makeCompany(home: OwnHome, url: string): Promise<SmallCompany> {
  const [login, password] = ['ann', 'Plain-Words-For-Faults-1']
  await runTiffin(['admin', 'create', '--login', login], { ...home.env, TIFFIN_PASSWORD: password })
  const signedIn = demand(await callAt(url, 'Auth', 'Login', { login, password }))
  const { token } = (signedIn['auth'] as { user: { token: string } }).user
  const call = async (api: string, method: string, data: unknown, company?: number): Promise<Answer> =>
    demand(await callAt(url, api, method, data, company === undefined ? { token } : { token, company }))
  const find = async (table: string, company?: number): Promise<Row[]> => {
    const answer = await call('Reference', 'getData', { tables: [{ table, limit: [0, 500] }] }, company)
    return (answer['data'] as Record<string, { data: Row[] }>)[table]?.data ?? []
  }

  const [countries, langs] = await Promise.all([find('country'), find('global_lang')])
  const country = countries.find((row) => row['alpha2'] === 'DE')?.['country_id']
  const lang = [langs.find((row) => row['code'] === 'en')?.['global_lang_id']]
  const made = await call('Company', 'Create', { company: { country, lang, name: { en: 'Roma' } } })
  const company = (made['data'] as { company_id: number }).company_id
  const save = async (table: string, ...rows: Row[]): Promise<Row[]> => {
    const answer = await call('Reference', 'saveData', { tables: rows.map((row) => ({ table, row })) }, company)
    return (answer['data'] as Record<string, { rows: { data: Row }[] }>)[table]?.rows.map(({ data }) => data) ?? []
  }
  const merchant = (await save('merchant', { name: { en: 'Pizzeria' }, status: 1, work_time: alwaysOpen }))[0]?.[
    'merchant_id'
  ] as number
  const user = (await save('user', { name: 'Anna', phone: '4930123456' }))[0]?.['user_id'] as number
  const numbered = (await find('order_status', company)).map((row) => [Number(row['status']), Number(row['order_status_id'])])
  const statuses = Object.fromEntries(numbered) as Record<number, number>

  return {
    login,
    password,
    token,
    company,
    merchant,
    statuses,
    async openTransfers() {
      const keys = Object.values(statuses)
      const rows = keys.map((id) => ({ table: 'order_status', id, row: { transfer: keys.filter((key) => key !== id) } }))
      await call('Reference', 'saveData', { tables: rows }, company)
    },
    async place(count) {
      const cart = [{ id: 1, name: 'Margherita', qty: 1, price: '9.50' }]
      const row = { merchant, user, order_status: statuses[2], cart }
      const made = await save('order', ...Array.from({ length: count }, () => row))
      return made.map((order) => order['order_id'] as number)
    },
  }
}

function demand(answer: Answer): Answer {
  if (answer.status !== 'OK') throw new Error(`${answer.code}: ${answer.error}`)
  return answer
}
