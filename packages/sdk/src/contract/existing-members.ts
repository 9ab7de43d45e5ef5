import * as z from 'zod'

/** A canonical text: equal JSON values give the same text, regardless of the order of their keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/**
 * The schema of a list or an object, extended to accept members that `previous` already has. Values that were valid when
 * written stay valid while other members change. Any other schema is returned unchanged.
 */
export function allowExistingMembers(schema: z.ZodType, previous: unknown): z.ZodType {
  if (schema instanceof z.ZodNullable) return allowExistingMembers(schema.unwrap() as z.ZodType, previous)
  if (schema instanceof z.ZodArray && Array.isArray(previous)) {
    const known = new Set(previous.map(textOf))
    const isExisting = z.unknown().refine((member) => known.has(textOf(member)))
    return schema.clone({ ...schema.def, element: z.union([schema.element, isExisting]) })
  }
  if (schema instanceof z.ZodObject && typeof previous === 'object' && previous !== null) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]): [string, z.ZodType] => {
      const known = textOf((previous as Record<string, unknown>)[name])
      return [
        name,
        Object.hasOwn(previous, name) ? z.union([member, z.unknown().refine((value) => textOf(value) === known)]) : member,
      ]
    })
    return schema.clone({ ...schema.def, shape: Object.fromEntries<z.ZodType>(shape) })
  }
  return schema
}
