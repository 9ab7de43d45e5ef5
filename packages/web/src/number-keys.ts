import { normalizeDigits } from '@tiffin/core/rules'

/**
 * Lets number fields accept a decimal comma and the digits of every keyboard. If the browser's language uses a point,
 * it drops the comma silently, and 2,5 becomes 25.
 */
export function readNumberKeys(page: Document = document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, data } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'number' || !data) return
    const plain = normalizeDigits(data).replaceAll(/[,٫]/g, '.')
    if (plain === data) return
    event.preventDefault()
    // The only way to insert text at the caret, since number fields do not expose its position.
    page.execCommand('insertText', false, plain)
  })
}
