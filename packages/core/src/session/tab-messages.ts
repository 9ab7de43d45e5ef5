import type { Ports } from '../ports.ts'

/** Messages between tabs of one browser, which share the cookie and therefore the user. */
type TabMessage = { type: 'signed_in' } | { type: 'locked' } | { type: 'left'; token: string | undefined }
const isTabMessage = (message: unknown): message is TabMessage =>
  ['signed_in', 'locked', 'left'].includes((message as TabMessage | null)?.type ?? '')

type TabPorts = Pick<Ports, 'tabs'>

export const postToTabs = ({ tabs }: TabPorts, message: TabMessage): void => tabs?.post(message)

export function onTabMessage({ tabs }: TabPorts, hear: (message: TabMessage) => void): void {
  tabs?.watch((message) => isTabMessage(message) && hear(message))
}
