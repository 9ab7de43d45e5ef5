import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

/** Result of handing a message to a mail or text message service. */
export type Delivery =
  | { result: 'sent'; answer: string }
  /** `refused`: permanently, so retrying is pointless. */
  | { result: 'refused' | 'unreachable'; answer: string; failure?: MailFailure }

/** Details of a failure that mailings need. */
interface MailFailure {
  /** The address itself was refused for good. */
  isRecipientRefused: boolean
  /** The connection broke when the mail may have been accepted already. */
  isUncertain: boolean
}

export interface Mail {
  /** The same in every attempt, so that receivers can recognise a mail that was sent twice. */
  id: string
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/** Sends one mail. */
export type Mailer = (mail: Mail) => Promise<Delivery>

const CONNECT_MS = 10_000
const IDLE_MS = 20_000

/** Mails of a mailing share a few connections; requeueing would send those twice whose connection broke. */
const POOL = { pool: true, maxConnections: 5, maxMessages: 100, maxRequeues: 0 } as const

/** Null without TIFFIN_SMTP_URL. */
export const createMailer = (config: Config): Mailer | null => openMailer(config)?.send ?? null

/** A mailer for many mails, to be closed after them. Null without TIFFIN_SMTP_URL. */
export const openBulkMailer = (config: Config) => openMailer(config, POOL)

function openMailer(config: Config, pool: typeof POOL | object = {}): { send: Mailer; close(): void } | null {
  const { TIFFIN_SMTP_URL: url, TIFFIN_MAIL_FROM: from } = config
  if (url === undefined) return null
  // Given in parts, because nodemailer ignores all other options when it gets a URL.
  const transport = createTransport({
    ...serverOf(new URL(url)),
    ...pool,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    // A message must not make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'tiffin'
  const send: Mailer = async ({ id, to, subject, text, headers }) => {
    try {
      const sent = (await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        // An object, so that no character of the address can add another recipient.
        to: { name: '', address: to },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })) as { response?: string }
      return { result: 'sent', answer: sent.response ?? '' }
    } catch (error) {
      const { responseCode, message, code, syscall, timeoutType = 'SOCKET_TIMEOUT', rejected = [] } = error as SmtpError
      // 5xx is final (RFC 5321, 4.2.1), except for a refused sign-in, which the operator corrects.
      const isFinal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
      const isConnected =
        !['EDNS', 'EAUTH', 'ETLS'].includes(code ?? '') && syscall !== 'connect' && timeoutType === 'SOCKET_TIMEOUT'
      // These are about the sender, the network or the text, whatever the address (RFC 3463, 3).
      const isOtherReason = /\b5\.[3-7]\.\d/.test(message)
      return {
        result: isFinal ? 'refused' : 'unreachable',
        answer: message,
        failure: {
          isRecipientRefused: isFinal && rejected.length > 0 && !isOtherReason,
          isUncertain: responseCode === undefined && isConnected,
        },
      }
    }
  }
  return { send, close: () => transport.close() }
}

interface SmtpError extends Error {
  responseCode?: number
  code?: string
  syscall?: string
  /** The phase that timed out: connecting, the greeting, encryption, or later the socket. */
  timeoutType?: string
  rejected?: unknown[]
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== '' && !loopback.has(hostname),
    ...auth,
  }
}
