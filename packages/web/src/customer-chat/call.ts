import { apiError, type ApiError, type ErrorCode } from '@tiffin/sdk/contract'

interface Answer {
  status: 'OK' | 'FAIL'
  code?: string
  error?: string
  params?: (string | number)[]
  data?: unknown
}

type Method = 'code' | 'login' | 'signout' | 'pushKey' | 'pushSubscribe' | 'pushUnsubscribe' | 'consent'

/** One call of a customer. @throws ApiError */
export async function call<T>(method: Method, data: object, lang: string): Promise<T> {
  const body = new URLSearchParams({ api: 'Customer', method, lang, data: JSON.stringify(data) })
  const answer = await fetch('/api', { method: 'POST', body, credentials: 'omit' })
    .then((response) => response.json() as Promise<Answer>)
    .catch((): Answer => ({ status: 'FAIL', code: 'network' }))
  if (answer.status !== 'OK') throw toError(answer)
  return answer.data as T
}

const toError = ({ code = 'server_error', error, params }: Answer): ApiError => {
  const made = apiError(code as ErrorCode, params ? { params } : {})
  return error ? Object.assign(made, { message: error }) : made
}
