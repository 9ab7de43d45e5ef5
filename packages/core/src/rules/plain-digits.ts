const ZEROS = ['٠', '۰'].map((zero) => zero.charCodeAt(0))

/** A text with the digits of Arabic and Persian keyboards as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const zero = ZEROS.findLast((first) => digit.charCodeAt(0) >= first) ?? 0
    return String(digit.charCodeAt(0) - zero)
  })

/** The digits of a text alone. */
export const digitsOf = (text: string | null | undefined): string => plainDigits(text ?? '').replaceAll(/\D/g, '')
