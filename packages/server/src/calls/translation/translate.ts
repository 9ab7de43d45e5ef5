import { contentOf, hasOption, translationBody } from '@tiffin/core/rules'
import { apiError, type Calls, isApiError } from '@tiffin/sdk/contract'
import { readCompany } from '#engine/company-state'
import type { CallContext, Handler } from '#server/context'

/** A translation of the longest text, with what a service says around it. */
const MOST_BYTES = 1_000_000

/** Asks the configured language model for everybody, so that its key never leaves the server (API-37, AMB-006). */
export const translate: Handler<Calls['Translation']['translate']> = async (input, call) => {
  await refuseWithoutOption(call)
  if (call.config.TIFFIN_TRANSLATION_KEY === '') throw apiError('translation_off')
  refuseTooMany(call)
  const text = contentOf(await askModel(input, call))
  if (text === undefined) throw apiError('translation_empty', { params: [input.to] })
  return { data: { status: 'OK', text } }
}

/** In the company area the tools of the language model are an option of the tariff; the platform has none (AMB-081, AMB-082). */
async function refuseWithoutOption({ company, db, session }: CallContext): Promise<void> {
  if (company === null && session?.actor.role === 1) return
  if (company === null) throw apiError('company_required')
  const decision = hasOption((await db.read({ company }, (tx) => readCompany(tx, company))) ?? {}, 'allow_ai')
  if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
}

const MINUTE_MS = 60_000
/** When each person asked last, newest last. */
const asked = new Map<number, number[]>()

function refuseTooMany({ session, config, now }: CallContext): void {
  const time = now().getTime()
  for (const [admin, times] of asked) if ((times.at(-1) ?? 0) <= time - MINUTE_MS) asked.delete(admin)
  const admin = session?.admin_id ?? 0
  const recent = (asked.get(admin) ?? []).filter((moment) => moment > time - MINUTE_MS)
  const [first = time] = recent
  if (recent.length >= config.TIFFIN_TRANSLATION_RATE)
    throw apiError('rate_limited', { params: [Math.ceil((first + MINUTE_MS - time) / 1000)] })
  asked.set(admin, [...recent, time])
}

/** The answer of the service, whatever it is; `translation_failed` names the HTTP status, `timeout` or `network`. */
async function askModel(input: { text: string; from: string; to: string }, { config, log }: CallContext): Promise<unknown> {
  const failed = (reason: string | number) => apiError('translation_failed', { params: [reason] })
  try {
    const answer = await fetch(config.TIFFIN_TRANSLATION_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.TIFFIN_TRANSLATION_KEY}` },
      body: JSON.stringify(translationBody(input, config.TIFFIN_TRANSLATION_MODEL)),
      redirect: 'error',
      signal: AbortSignal.timeout(config.TIFFIN_TRANSLATION_TIMEOUT),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      log.warn({ status: answer.status }, 'the translation service refused')
      throw failed(answer.status)
    }
    return parse(await readText(answer))
  } catch (error) {
    if (isApiError(error)) throw error
    log.warn({ err: error }, 'the translation service could not be asked')
    throw failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network')
  }
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > MOST_BYTES) throw apiError('translation_failed', { params: ['too large'] })
  }
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
