/** Keys of older dictionaries, by the key that stands in their place today (AMB-072). */
const formerKeys: Readonly<Record<string, string>> = {
  'String %1 copied to clipboard': 'Сторока {n} скопирована в буфер обмена.',
  'Error while copying to clipboard': 'Ошибка при копировании в буфер обмена',
}

/** A dictionary by today's keys: what it says under a former one counts where it says nothing under the new one. */
export function withTodaysKeys(dictionary: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const found = Object.entries(formerKeys).flatMap(([key, former]) => {
    const text = dictionary[former]
    return text ? [[key, text.replace('{n}', '%1')] as const] : []
  })
  return { ...Object.fromEntries(found), ...dictionary }
}
