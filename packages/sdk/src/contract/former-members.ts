import * as z from 'zod'

/** A canonical text: equal JSON values give the same text, regardless of the order of their keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/**
 * The schema of a list or an object, extended to accept members that `former` already has. Values that were valid when
 * written stay valid while other members change. Any other schema is returned unchanged.
 */
export function withFormerMembers(schema: z.ZodType, former: unknown): z.ZodType {
  if (schema instanceof z.ZodNullable) return withFormerMembers(schema.unwrap() as z.ZodType, former)
  if (schema instanceof z.ZodArray && Array.isArray(former)) {
    const known = new Set(former.map(textOf))
    const isFormer = z.unknown().refine((member) => known.has(textOf(member)))
    return schema.clone({ ...schema.def, element: z.union([schema.element, isFormer]) })
  }
  if (schema instanceof z.ZodObject && typeof former === 'object' && former !== null) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]): [string, z.ZodType] => {
      const known = textOf((former as Record<string, unknown>)[name])
      return [
        name,
        Object.hasOwn(former, name) ? z.union([member, z.unknown().refine((value) => textOf(value) === known)]) : member,
      ]
    })
    return schema.clone({ ...schema.def, shape: Object.fromEntries<z.ZodType>(shape) })
  }
  return schema
}
