/** Words that need no quotes in a POSIX shell. */
const plain = /^[\w@%:,./-][\w@%+=:,./-]*$/

// Control characters, except line breaks: a terminal would carry them out when the line is pasted.
// oxlint-disable-next-line no-control-regex
const controls = /([\u0000-\u0009\u000B-\u001F\u007F-\u009F]+)/

/** A command line for a POSIX shell, quoted so that the command gets exactly these words. */
export const commandLine = (words: readonly string[]): string => words.map(quoteWord).join(' ')

function quoteWord(word: string): string {
  if (plain.test(word)) return word
  const parts = word.split(controls).map((part, at) => (at % 2 === 1 ? printed(part) : part && quoted(part)))
  return parts.join('') || "''"
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** No argument can contain a NUL. */
function printed(text: string): string {
  const bytes = [...new TextEncoder().encode(text.replaceAll('\0', ''))]
  const octal = bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return octal && `"$(printf '${octal}')"`
}
