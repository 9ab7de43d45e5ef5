import { readTranslation, translationBody } from '@tiffin/core/rules'
import { apiError, type Calls, isApiError } from '@tiffin/sdk/contract'
import { consumeRateLimit } from '#limits/rate-limit'
import type { CallContext, Handler } from '#server/context'
import { requireAi } from '#domains/companies/require-ai'

/** Maximum size of a response: a translation of the longest text, and everything else that the service includes. */
const MAX_BYTES = 1_000_000

/** Calls the configured language model for all users, so that its key never leaves the server (API-37, AMB-006). */
export const translate: Handler<Calls['Translation']['translate']> = async (input, call) => {
  await requireAi(call)
  if (call.config.TIFFIN_TRANSLATION_KEY === '') throw apiError('translation_off')
  await consumeRateLimit(call.db, {
    what: 'translation',
    who: `admin ${call.session.admin_id}`,
    max: call.config.TIFFIN_TRANSLATION_RATE,
    seconds: 60,
  })
  const text = readTranslation(await askModel(input, call))
  if (text === undefined) throw apiError('translation_empty', { params: [input.to] })
  return { data: { status: 'OK', text } }
}

/** The service's response, unchecked; `translation_failed` reports the HTTP status, `timeout` or `network`. */
async function askModel(input: { text: string; from: string; to: string }, { config, log }: CallContext): Promise<unknown> {
  const failed = (reason: string | number) => apiError('translation_failed', { params: [reason] })
  try {
    const response = await fetch(config.TIFFIN_TRANSLATION_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.TIFFIN_TRANSLATION_KEY}` },
      body: JSON.stringify(translationBody(input, config.TIFFIN_TRANSLATION_MODEL)),
      redirect: 'error',
      signal: AbortSignal.timeout(config.TIFFIN_TRANSLATION_TIMEOUT),
    })
    if (!response.ok) {
      await response.body?.cancel()
      log.warn({ status: response.status }, 'the translation service refused')
      throw failed(response.status)
    }
    return parse(await readText(response))
  } catch (error) {
    if (isApiError(error)) throw error
    log.warn({ err: error }, "can't reach the translation service")
    throw failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network')
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > MAX_BYTES) throw apiError('translation_failed', { params: ['too large'] })
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
