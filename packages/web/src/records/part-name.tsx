import type { ReactNode } from 'react'
import type { Entity } from '@tiffin/sdk/contract'
import { type ActingCompany, partText, referencesOf } from '@tiffin/core/screens'
import { useValueFormat } from './use-value-format.ts'

interface Props {
  entity: Entity
  field: string
  part?: string | undefined
  company: ActingCompany
}

/** The label of a field or of a part of it, as in its input. */
export function PartName({ entity, field, part, company }: Props): ReactNode {
  const place = { entity, name: field, part }
  return partText(place, useValueFormat(referencesOf({ ...place, value: null }), { company }))
}
