/** How an order's texts, times and amounts are shown. */
export interface OrderFormatOptions {
  lang: string
  timezone: string
  /** Two-letter code of the company's country. */
  country: string
  price: { decimals: 0 | 2; symbol: string | undefined; lang: string }
}
