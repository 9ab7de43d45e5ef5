import { Box, chakra } from '@chakra-ui/react'
import type { Entity } from '@tiffin/sdk/contract'
import { type ActFor, changedParts, type Row } from '@tiffin/core/screens'
import { PartName } from '../part-name.tsx'
import { ShownValue } from '../shown-value.tsx'

interface Props {
  entity: Entity
  company: ActFor
  /** Null of a row that was made or deleted. */
  before: Row | null
  after: Row | null
}

/** Each changed field, or part of one, with what it was and what it became. */
export function ChangedFields({ entity, company, before, after }: Props) {
  const changes = Object.keys({ ...before, ...after })
    .filter((name) => name in entity.fields)
    .flatMap((name) => changedParts(entity, name, before?.[name], after?.[name]))
  return (
    <Box as="dl" mt="1" display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 3fr)" columnGap="3">
      {changes.map(({ field, part, before: was, after: is }) => (
        <Box key={`${field} ${part ?? ''}`} display="contents">
          <Box as="dt" color="fg.muted" overflowWrap="anywhere">
            <PartName entity={entity} field={field} part={part} company={company} />
          </Box>
          <Box as="dd" overflowWrap="anywhere">
            {before && (
              <chakra.del color="fg.muted">
                <ShownValue entity={entity} name={field} part={part} value={was} company={company} />
              </chakra.del>
            )}{' '}
            {after && (
              <chakra.ins textDecoration="none">
                <ShownValue entity={entity} name={field} part={part} value={is} company={company} />
              </chakra.ins>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
