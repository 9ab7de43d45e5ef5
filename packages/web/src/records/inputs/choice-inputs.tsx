import { Box, chakra } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { onOffValues, valueName } from '@tiffin/core/screens'
import { NativeSelect } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { useLookup } from '../use-lookup.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { textOf } from '../text-of.ts'

/** A switch for fields in which one value means on (EDIT-34, PAY-05, TAG-04). */
export function SwitchInput(props: InputProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const [on, off] = onOffValues[`${screen.entity.name}.${props.name}`] ?? [1, 0]
  return (
    <Box display="flex" flexDirection="row-reverse" alignItems="center" gap="2" h="control">
      <Switch
        {...controlProps(props)}
        role="switch"
        type="checkbox"
        checked={props.value === on}
        onChange={(event) => props.onChange(event.target.checked ? on : off)}
      />
      <Box as="span" color="fg.muted" aria-hidden="true">
        {props.value === on ? t('on') : t('off')}
      </Box>
    </Box>
  )
}

export const Switch = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    w: '10',
    h: '6',
    flexShrink: 0,
    borderRadius: 'full',
    bg: 'border.control',
    cursor: 'pointer',
    transition: 'background-color 120ms',
    _before: {
      content: '""',
      position: 'absolute',
      top: '2px',
      insetInlineStart: '2px',
      w: '5',
      h: '5',
      borderRadius: 'full',
      bg: 'accent.contrast',
      transition: 'inset-inline-start 120ms',
    },
    _checked: { bg: 'accent.solid', _before: { insetInlineStart: '18px' } },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
})

/** One of a few values from the contract. */
export function ChoiceInput(props: InputProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const { field, name, value, onChange } = props
  const values = field.values ?? []
  return (
    <NativeSelect
      {...controlProps(props)}
      value={textOf(value)}
      onChange={(event) => onChange(values.find((item) => String(item) === event.target.value) ?? null)}
    >
      {(field.nullable || value === undefined || value === null) && <option value="" />}
      {values.map((item) => (
        <option key={item} value={item}>
          {valueName(screen.entity, name, item, t)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** One row of a short list, such as a status. */
export function LookupInput(props: InputProps) {
  const rows = useLookup(props.field.to)
  const { value, field, onChange } = props
  return (
    <NativeSelect
      {...controlProps(props)}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      {(field.nullable || value === undefined || value === null) && <option value="" />}
      {rows.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
      {typeof value === 'number' && !rows.some(({ id }) => id === value) && <option value={value}>{value}</option>}
    </NativeSelect>
  )
}
