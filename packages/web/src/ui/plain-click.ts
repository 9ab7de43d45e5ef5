/** A click that is ours: with a key held, or another button of the mouse, the browser opens a link its own way. Shift chooses. */
export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.altKey
