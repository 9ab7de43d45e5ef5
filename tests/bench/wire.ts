import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** Posts a body over a keep-alive connection and returns the whole answer. */
export function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': bytes.length,
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(Buffer.concat(parts).toString()))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}

export interface Answer {
  status: string
  code?: string
  data: Record<string, { data: Record<string, unknown>[]; count: number; statistic?: Record<string, string> }>
  [field: string]: unknown
}

/** A signed-in client that sends documented forms over HTTP. */
export interface Wire {
  token: string
  company: number
  /** @throws with the response if it is not OK */
  call(api: string, method: string, data: unknown): Promise<Answer>
  /** The body and headers that `call` would send. */
  form(api: string, method: string, data: unknown): { body: string; headers: Record<string, string> }
}

interface SignedIn {
  user: { token: string; company: { company_id: number } | number }
}

/** Signs in with a demo account at this server's `/api`. */
export async function signIn(url: string, login: string): Promise<Wire> {
  const first = new URLSearchParams({ api: 'Auth', method: 'Login', data: JSON.stringify({ login, password: 'tiffin-demo' }) })
  const answer = JSON.parse(await post(`${url}/api`, first.toString())) as Answer
  if (answer.status === 'FAIL') throw new Error(`${login} could not sign in: ${JSON.stringify(answer)}`)
  const { user } = answer['auth'] as SignedIn
  const company = typeof user.company === 'number' ? user.company : user.company.company_id
  const form: Wire['form'] = (api, method, data) => ({
    body: new URLSearchParams({
      api,
      method,
      token: user.token,
      company: String(company),
      lang: 'en',
      data: JSON.stringify(data),
    }).toString(),
    headers: { authorization: `Bearer ${user.token}` },
  })
  return {
    token: user.token,
    company,
    form,
    async call(api, method, data) {
      const { body, headers } = form(api, method, data)
      const text = await post(`${url}/api`, body, headers)
      const result = JSON.parse(text) as Answer
      if (result.code !== undefined || result.data === undefined) throw new Error(`${api}/${method}: ${text.slice(0, 500)}`)
      return result
    },
  }
}
