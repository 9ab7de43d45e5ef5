import type { Target } from '@tiffin/core/help'

const ATTRIBUTE = 'data-guide'

/** Marks a control that the tour and help point at. */
export const guideTarget = (target: Target): Record<string, string> => ({ [ATTRIBUTE]: target })

export const findTarget = (target: Target): HTMLElement | null => document.querySelector(`[${ATTRIBUTE}=${target}]`)

/** Some controls are hidden in narrow windows. */
export const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0

const POLL_MS = 100

/** The element once its page shows it; null if it is missing after some seconds. */
export async function waitForTarget(target: Target, signal: AbortSignal, ms = 5000): Promise<HTMLElement | null> {
  for (let waited = 0; waited < ms && !signal.aborted; waited += POLL_MS) {
    const element = findTarget(target)
    if (element !== null) return element
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return null
}
