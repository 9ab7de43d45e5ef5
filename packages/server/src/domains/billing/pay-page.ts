import { createHmac } from 'node:crypto'
import type { Config } from '#server/config'
import type { Context } from '#server/context'

/** The address of a payment's page on this server, which redirects to the page of the provider (AMB-244, BILL-29). */
export const payPage = (
  { TIFFIN_PUBLIC_URL: base = '' }: Pick<Config, 'TIFFIN_PUBLIC_URL'>,
  { payment, key, lang }: { payment: number; key: string; lang: string },
): string => `${base.replace(/\/$/, '')}/pay?${new URLSearchParams({ lang, payment_id: String(payment), key }).toString()}`

/** The key in the address of a payment's page. It is not stored: reading the database does not open the page. */
export const payPageKey = async ({ keys }: Pick<Context, 'keys'>, stored: string): Promise<string> =>
  createHmac('sha256', await keys.payPage())
    .update(stored)
    .digest('base64url')
