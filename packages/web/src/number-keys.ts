import { plainDigits } from '@tiffin/core/rules'

/**
 * Lets fields for numbers take a decimal comma and the digits of every keyboard: where the language of the browser writes a point,
 * it drops them without a word, and 2,5 becomes 25.
 */
export function readNumberKeys(page: Document = document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, data } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'number' || !data) return
    const plain = plainDigits(data).replaceAll(/[,٫]/g, '.')
    if (plain === data) return
    event.preventDefault()
    // The only way to put a text where the caret stands, which such a field does not tell.
    page.execCommand('insertText', false, plain)
  })
}
