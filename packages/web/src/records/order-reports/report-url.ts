import { type ReportName, reportNames } from '@tiffin/sdk/contract'

/** The report named in an address; the list of orders if it has none. */
export const chosenReport = (params: URLSearchParams): ReportName =>
  reportNames.find((name) => name === params.get('report')) ?? 'orders'
