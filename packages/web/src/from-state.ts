/** What the router keeps while somebody signs in: the page that asked for it. */
export interface FromState {
  from?: string
}
