type Words<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First} ${Words<Rest>}` : Name

/** The label of a field or table that has no other label: `Lead days` for `lead_days`. */
export type DefaultLabel<Name extends string> = Capitalize<Words<Name>>

export function defaultLabel<Name extends string>(name: Name): DefaultLabel<Name> {
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}` as DefaultLabel<Name>
}
