import { Box, chakra } from '@chakra-ui/react'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useTitles } from '../use-titles.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { RecordSelect } from './record-select.tsx'

/** Reads for a record of a company are limited to that company's rows; the platform reads all. */
export function useCompanyOf(row: InputProps['row']) {
  const view = useRecords()
  return scopeOfRow(view, row).company
}

export function ReferenceInput(props: InputProps) {
  const { field, value, row, onChange, name } = props
  const own = useCompanyOf(row)
  const { area, screen } = useRecords()
  const where = screen.offers[name]
  return (
    <RecordSelect
      to={field.to as EntityName}
      {...(where ? { where } : {})}
      value={typeof value === 'number' && value !== field.nullValue ? value : null}
      company={name === 'company' && area === 'platform' ? 0 : own}
      clearable={field.nullable}
      disabled={props.disabled}
      control={controlProps(props)}
      onChange={onChange}
    />
  )
}

/** Several rows of another table: the chosen ones, and a search for more. */
export function ReferenceListInput(props: InputProps) {
  const t = useTranslate()
  const { field, row, label, disabled, onChange } = props
  const company = useCompanyOf(row)
  const to = field.to as EntityName
  const { key } = entities[to]
  const ids = (props.value ?? []) as number[]
  const titleOf = useTitles(to, ids, company)
  return (
    <Box display="grid" gap="2">
      {ids.length > 0 && (
        <Box as="ul" display="flex" flexWrap="wrap" gap="1" listStyleType="none" data-testid="chosen">
          {ids.map((id) => (
            <Box as="li" key={id} display="inline-flex" alignItems="center" ps="2" bg="bg.muted" borderRadius="l2" minH="7">
              {titleOf(id)}
              <Button
                variant="ghost"
                size="sm"
                px="1"
                minW="6"
                color="fg.muted"
                disabled={disabled}
                aria-label={t('Remove %1', [titleOf(id)])}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                <Icon name="close" size={12} />
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {!disabled && (
        <RecordSelect
          adds
          to={to}
          value={null}
          company={company}
          {...(ids.length > 0 ? { where: [{ key, op: 'notin' as const, prm: ids }] } : {})}
          placeholder={t('Type to search')}
          control={{ ...controlProps(props), 'aria-label': label }}
          onChange={(id) => id !== null && onChange([...ids, id])}
        />
      )}
      {disabled && ids.length === 0 && <chakra.span color="fg.muted">—</chakra.span>}
    </Box>
  )
}
