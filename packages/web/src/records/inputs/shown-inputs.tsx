import { Box, chakra } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { controlProps, type InputProps, partProps, wrongParts } from './input-props.ts'
import { coordsWith } from './coords-with.ts'
import { Input } from '../../ui/controls.ts'
import { textOf } from '../text-of.ts'

/** A structured value that nobody edits by hand. */
export const JsonInput = ({ value }: InputProps) => (
  <chakra.pre
    tabIndex={0}
    fontFamily="mono"
    fontSize="sm"
    p="2"
    bg="bg.subtle"
    borderRadius="l2"
    overflow="auto"
    maxH="320px"
    dir="ltr"
    textAlign="left"
  >
    {JSON.stringify(value ?? null, null, 2)}
  </chakra.pre>
)

/** A key that the database has given. */
export const IdInput = (props: InputProps) => <Input {...controlProps(props)} disabled dir="ltr" value={textOf(props.value)} />

/** Latitude and longitude. */
export function CoordsInput(props: InputProps) {
  const t = useTranslate()
  const numbers = (props.value ?? []) as (number | null)[]
  const isWrong = wrongParts(props, ['0', '1'])
  return (
    <Box display="grid" gridTemplateColumns="1fr 1fr" gap="2" dir="ltr">
      {([t('Latitude'), t('Longitude')] as const).map((label, index) => (
        <Input
          key={label}
          {...partProps(props, isWrong[index])}
          id={index === 0 ? props.id : `${props.id}-2`}
          type="number"
          step="any"
          aria-label={`${props.label}: ${label}`}
          value={numbers[index] ?? ''}
          onChange={(event) => props.onChange(coordsWith(props.value, index as 0 | 1, event.target.value))}
        />
      ))}
    </Box>
  )
}
