import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useRecords } from '../records-context.ts'
import { useUnit } from '../use-unit.ts'
import type { InputProps } from './input-props.ts'

/** The unit of a number field. */
export function useUnitOf({ name, field, row, value }: InputProps): string | undefined {
  const { entity } = useRecords().screen
  return useUnit()({ entity, name, field, row: { ...row, [name]: value } })
}

/** A number input with its unit at the end. */
export const WithUnit = ({ unit, children }: { unit: string | undefined; children: ReactNode }) => (
  <Box
    position="relative"
    dir="ltr"
    {...(unit === undefined ? {} : { css: { '& > input': { pe: `calc(${unit.length}ch + 1.25rem)` } } })}
  >
    {children}
    {unit !== undefined && (
      <Box
        as="span"
        position="absolute"
        insetBlock="0"
        insetInlineEnd="2.5"
        display="flex"
        alignItems="center"
        color="fg.muted"
        pointerEvents="none"
        data-testid="unit"
      >
        {unit}
      </Box>
    )}
  </Box>
)
