import type { ReactNode } from 'react'
import type { Entity } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type ActFor, cutPart, fieldLabel, partLabels } from '@tiffin/core/screens'
import { useOperators } from './use-titles.ts'

interface Props {
  entity: Entity
  field: string
  part?: string | undefined
  company: ActFor
}

/** The name of a field, or of a part of it, as its input names it. */
export function PartName({ entity, field, part, company }: Props): ReactNode {
  const t = useTranslate()
  const label = t(fieldLabel(entity, field))
  // Files and members of lists name themselves.
  if (part === undefined || entity.fields[field]?.kind === 'files') return label
  if (entity.fields[field]?.kind === 'multilang') return <LanguageName label={label} code={part} />
  const names = partLabels(entity, field, part).map((name) => t(name))
  if (entity.name === 'merchant' && field === 'access')
    return <OperatorRight label={label} user={Number(cutPart(part)[0])} names={names} company={company} />
  return withParts(label, names)
}

const withParts = (label: string, names: readonly string[]): string => `${label} (${names.join(': ')})`

function LanguageName({ label, code }: { label: string; code: string }): string {
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  return withParts(label, [languages.find((language) => language.code === code)?.name ?? code])
}

interface RightProps {
  label: string
  user: number
  names: readonly string[]
  company: ActFor
}

function OperatorRight({ label, user, names, company }: RightProps): string {
  const { people } = useOperators(company)
  return withParts(label, [people.find(({ id }) => id === user)?.name ?? String(user), ...names])
}
