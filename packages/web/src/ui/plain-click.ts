/**
 * A click for us to handle: with a modifier key or another mouse button the browser handles the link. Shift selects.
 */
export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.altKey
