import { wrongUsage } from '../failure.ts'

/** The input of a call from `-f key=value` (texts) and `-F key=json`, which override the same keys of `base`. */
export function readFields(base: unknown, texts: readonly string[] = [], values: readonly string[] = []): unknown {
  if (texts.length + values.length === 0) return base
  if (typeof base !== 'object' || base === null || Array.isArray(base)) throw wrongUsage('Fields need an object as data')
  return Object.fromEntries([
    ...Object.entries(base),
    ...texts.map(split),
    ...values.map((field) => {
      const [key, text] = split(field)
      return [key, parse(key, text)] as const
    }),
  ])
}

function split(field: string): [key: string, value: string] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(field) ?? []
  if (key === undefined || value === undefined) throw wrongUsage('Write a field as key=value: %1', { params: [field] })
  return [key, value]
}

function parse(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage('The value of %1 is not JSON: %2', { params: [key, text] })
  }
}
