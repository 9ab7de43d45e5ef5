import type { Config } from '#server/config'

/** The address of a payment's page on this server, which redirects to the page of the provider (AMB-244, BILL-29). */
export const payPage = (
  { TIFFIN_PUBLIC_URL: base = '' }: Pick<Config, 'TIFFIN_PUBLIC_URL'>,
  { payment, key, lang }: { payment: number; key: string; lang: string },
): string => `${base.replace(/\/$/, '')}/pay?${new URLSearchParams({ lang, payment_id: String(payment), key }).toString()}`
