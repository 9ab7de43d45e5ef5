import { randomInt } from 'node:crypto'
import { hasOption, messagePhone, phonePart, phoneSpellings } from '@tiffin/core/rules'
import { type ApiError, apiError, type Calls, normalizeDigits, type Parsed } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import type { Database, Tx } from '#db/database'
import { languageOf } from '#domains/outbox/mail-text'
import { messages } from '#domains/sign-in/messages'
import { queueMessage } from '#domains/outbox/queue-message'
import { addressAttempts, loginAttempts, secretAttempts, trySecret } from '#domains/people/secret-attempts'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { equalsInConstantTime, hashSecret, newSecret } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'
import { readCompany } from '#tenant/company-state'
import { countryOf } from '#tenant/country-of'

/** Tells a customer's token from those of staff. */
export const CUSTOMER_TOKEN = 'customer_'
const CODE_SECONDS = 600
const MAX_GUESSES = 5
const SESSION_DAYS = 90
const MAX_CODES = { contact: 5, network: 40, company: 1000 }

export interface Customer {
  company: number
  user_id: number
  name: string
  phone: string
  img: string
}

/** Sends a code to a phone (AMB-250). The answer is the same for every phone. */
export const code: Handler<Calls['Customer']['code']> = async ({ company, phone, lang = '' }, call) => {
  const network = networkOf(call.address)
  await consumeHourlyLimit(call.db, 'customer code of network', network, MAX_CODES.network)
  await consumeHourlyLimit(call.db, 'customer code of company', String(company), MAX_CODES.company)
  const counted = await countedPhone(call.db, company, phone)
  await consumeHourlyLimit(call.db, 'customer code', `${company} ${counted}`, MAX_CODES.contact)
  await call.db.write({ company }, async (tx) => {
    await assertChat(tx, company)
    const number = await phoneIn(tx, company, phone)
    const digits = String(randomInt(100_000_000)).padStart(8, '0')
    await tx.sql(
      `insert into customer_code (company, phone, code_hash, expires) values ($1, $2, $3, now() + make_interval(secs => $4))
       on conflict (company, phone) do update set code_hash = excluded.code_hash, guesses = 0, expires = excluded.expires`,
      [company, number, hashOf(company, number, digits), CODE_SECONDS],
    )
    const language = languageOf(lang || call.lang)
    const { text } = messages.phoneCode({ code: `${digits.slice(0, 4)} ${digits.slice(4)}` })[language]
    await queueMessage(tx, { channel: 'sms', recipient: number, text, lang: language, usefulSeconds: CODE_SECONDS })
  })
  return { data: { status: 'OK' } }
}

/** Signs a customer in with the code; a phone without a customer gets one. */
export const login: Handler<Calls['Customer']['login']> = async (input, call) => {
  const { company } = input
  const network = networkOf(call.address)
  // No login of staff ends with a space, so these counters are not those of a login.
  const who = `customer ${company} ${await countedPhone(call.db, company, input.phone)} `
  const counts = [secretAttempts(who, network), addressAttempts(`customers ${network}`), loginAttempts(who)]
  const customer = await trySecret(call.db, counts, () => call.db.write({ company }, (tx) => signInWithCode(tx, input)))
  if (!customer) throw apiError('code_wrong')
  const token = CUSTOMER_TOKEN + newSecret()
  await call.db.write({ company }, async (tx) => {
    await tx.sql(
      `insert into customer_session (token_hash, company, user_id, expires) values ($1, $2, $3, now() + make_interval(days => $4))`,
      [hashSecret(token), company, customer.user_id, SESSION_DAYS],
    )
    await tx.sql(`update "user" set has_session = 1, active = now() where company = $1 and user_id = $2`, [
      company,
      customer.user_id,
    ])
  })
  const { user_id, name, phone, img } = customer
  return { data: { status: 'OK', token, user: { user_id, name, phone, img } } }
}

export const signout: Handler<Calls['Customer']['signout']> = async ({ customer_token }, call) => {
  const customer = await findCustomer(call.db, customer_token)
  if (customer) {
    const { company, user_id } = customer
    await call.db.write({ company }, async (tx) => {
      await tx.sql('delete from customer_session where token_hash = $1', [hashSecret(customer_token)])
      await tx.sql(
        `update "user" set has_session = 0 where company = $1 and user_id = $2
           and not exists (select from customer_session s where s.company = $1 and s.user_id = $2 and s.expires > now())`,
        [company, user_id],
      )
    })
  }
  return { data: { status: 'OK' } }
}

/** The customer of a token; undefined if it has ended, or the company has no chat any more. */
export async function findCustomer(db: Database, token: string): Promise<Customer | undefined> {
  if (!token.startsWith(CUSTOMER_TOKEN)) return undefined
  const [session] = await db.read({ global: true }, (tx) =>
    tx.sql<{ company: number; user_id: number }>(
      'select company, user_id from customer_session where token_hash = $1 and expires > now()',
      [hashSecret(token)],
    ),
  )
  if (!session) return undefined
  const { company } = session
  return db.read({ company }, async (tx) => {
    const [user] = await tx.sql<Customer>(
      `select $1::bigint as company, user_id, name, phone, img from "user" where company = $1 and user_id = $2 and status <> 0`,
      [company, session.user_id],
    )
    return (await refusalOf(tx, company)) ? undefined : user
  })
}

async function signInWithCode(tx: Tx, input: Parsed<Calls['Customer']['login']>): Promise<Customer | undefined> {
  const { company, name = '' } = input
  await assertChat(tx, company)
  const phone = await phoneIn(tx, company, input.phone)
  const [row] = await tx.sql<{ code_hash: Buffer }>(
    `update customer_code set guesses = guesses + 1
     where company = $1 and phone = $2 and expires > now() and guesses < ${MAX_GUESSES} returning code_hash`,
    [company, phone],
  )
  const hash = hashOf(company, phone, normalizeDigits(input.code).replaceAll(/\D/g, ''))
  if (!row || !equalsInConstantTime(hash.toString('hex'), row.code_hash.toString('hex'))) return undefined
  await tx.sql('delete from customer_code where company = $1 and phone = $2', [company, phone])
  return (await findByPhone(tx, company, phone)) ?? addCustomer(tx, company, { phone, name })
}

/**
 * The customer whose number the code went to. No other number may open an account, so a number without the country's code
 * never means one with it.
 */
async function findByPhone(tx: Tx, company: number, phone: string): Promise<Customer | undefined> {
  // The same lock as for new customers of staff: two rows with one phone must not arise.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['new customers', company])
  const [found] = await tx.sql<Customer & { status: number }>(
    `select company, user_id, name, phone, img, status::int as status from "user" where company = $1 and phone = any($2)
     order by length(phone) desc, user_id limit 1`,
    [company, phoneSpellings(phone, await countryOf(tx, company)).filter((spelling) => spelling.length <= phone.length)],
  )
  if (found?.status === 0) throw apiError('user_blocked')
  return found
}

async function addCustomer(tx: Tx, company: number, { phone, name }: { phone: string; name: string }): Promise<Customer> {
  const limit = (await readCompany(tx, company))?.limit_user ?? null
  if (limit !== null) {
    const [count] = await tx.sql<{ count: number }>('select count(*) as count from "user" where company = $1', [company])
    if ((count?.count ?? 0) >= limit) throw apiError('limit_reached', { params: [limit] })
  }
  const [added] = await tx.sql<Customer>(
    `insert into "user" (company, phone, name, status) values ($1, $2, $3, 1) returning company, user_id, name, phone, img`,
    [company, phone, name],
  )
  return added as Customer
}

async function assertChat(tx: Tx, company: number): Promise<void> {
  const refusal = await refusalOf(tx, company)
  if (refusal) throw refusal
}

/** Why customers can't write to the company; undefined if they can. */
async function refusalOf(tx: Tx, company: number): Promise<ApiError | undefined> {
  const [found] = await tx.sql('select from company where company_id = $1 and deleted is null', [company])
  const state = found && (await readCompany(tx, company))
  if (!state) return apiError('not_found')
  if (state.enable !== 1) return apiError('company_disabled')
  const decision = hasOption(state, 'allow_chat')
  return decision.allowed ? undefined : apiError(decision.code, { params: decision.params })
}

async function phoneIn(tx: Tx, company: number, phone: string): Promise<string> {
  return messagePhone(phone, await countryOf(tx, company))
}

/** One text for all spellings of a number, to count by. */
const countedPhone = (db: Database, company: number, phone: string): Promise<string> =>
  db.read({ company }, async (tx) => {
    const country = await countryOf(tx, company)
    return phonePart(`+${messagePhone(phone, country)}`, country)
  })

const hashOf = (company: number, phone: string, code: string): Buffer => hashSecret(`customer ${company} ${phone} ${code}`)
