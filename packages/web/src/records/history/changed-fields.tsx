import { Box, chakra } from '@chakra-ui/react'
import { changesOf, type RecordChange } from '@tiffin/core/screens'
import { PartName } from '../part-name.tsx'
import { ShownValue } from '../shown-value.tsx'
import type { ValueWordsOptions } from '../use-value-format.ts'

/** Each changed field, or part of one, with its old and new value. */
export function ChangedFields({ entity, before, after, ...of }: RecordChange & ValueWordsOptions) {
  return (
    <Box as="dl" mt="1" display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 3fr)" columnGap="3">
      {changesOf({ entity, before, after }).map(({ field, part, before: was, after: is }) => (
        <Box key={`${field} ${part ?? ''}`} display="contents">
          <Box as="dt" color="fg.muted" overflowWrap="anywhere">
            <PartName entity={entity} field={field} part={part} company={of.company} />
          </Box>
          <Box as="dd" overflowWrap="anywhere">
            {before && (
              <chakra.del color="fg.muted">
                <ShownValue entity={entity} name={field} part={part} value={was} {...of} />
              </chakra.del>
            )}{' '}
            {after && (
              <chakra.ins textDecoration="none">
                <ShownValue entity={entity} name={field} part={part} value={is} {...of} />
              </chakra.ins>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
