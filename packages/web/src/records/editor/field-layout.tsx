import { Box, defineStyle } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { sectionsOf, type Tab } from '@tiffin/core/screens'
import { FieldRow, type FieldsState } from './field-row.tsx'

interface Props {
  tab: Tab
  editor: FieldsState
  /** Shown above all fields. */
  first?: ReactNode
  /** Shown next to the fields, or below them if there is no room. */
  side?: ReactNode
}

/** The fields of a tab in their sections. */
export const FieldLayout = ({ tab, editor, first, side }: Props) => (
  <Box display="flex" flexWrap="wrap" gap="6" css={fieldStyles}>
    <Box className="fields" data-whole={needsFullWidth(tab) || undefined}>
      {first && <div className="fields-row">{first}</div>}
      {sectionsOf(tab).map(({ title, rows }) => (
        <FieldSection key={title ?? rows.join()} title={title}>
          {rows.map((row) => (
            <div key={row.join()} className="fields-row" data-fields={row.length}>
              {row.map((name) => (
                <FieldRow key={name} name={name} editor={editor} />
              ))}
            </div>
          ))}
        </FieldSection>
      ))}
    </Box>
    {side}
  </Box>
)

/** A group of fields with an optional title. */
function FieldSection({ title, children }: { title: PlainKey | undefined; children: ReactNode }) {
  const t = useTranslate()
  const id = useId()
  if (title === undefined) return <div className="fields-section">{children}</div>
  return (
    <div className="fields-section" role="group" aria-labelledby={id}>
      <div id={id} className="fields-title">
        {t(title)}
      </div>
      {children}
    </div>
  )
}

/** Full-width fields: the access table has a column per tab. */
const fullWidthFields: readonly string[] = ['access', 'option']
export const needsFullWidth = ({ fields }: Tab): boolean => fields.some((name) => fullWidthFields.includes(name))

/** Minimum form widths in px: for fields side by side, and for a single field to take half of the row. */
const PAIR_WIDTH = 400
const HALF_ROW_WIDTH = 600

/**
 * One style for all fields: a style per element would cost more than its input. The form's width, not the window's,
 * decides how many fields fit a row.
 */
const fieldStyles = defineStyle({
  '& .fields': {
    flex: '1 1 320px',
    minW: 0,
    maxW: '1000px',
    containerType: 'inline-size',
    display: 'grid',
    alignContent: 'start',
    gap: '6',
  },
  '& .fields[data-whole]': { maxW: 'none' },
  '& .fields-section': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3' },
  '& .fields-title': { fontWeight: 'semibold', pt: '4', borderTopWidth: '1px' },
  '& .fields-section:first-child > .fields-title': { pt: 0, borderTopWidth: 0 },
  '& .fields-row': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', columnGap: '4', rowGap: '3', alignItems: 'start' },
  [`@container (min-width: ${PAIR_WIDTH}px)`]: {
    '& .fields-row[data-fields="2"]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '& .fields-row[data-fields="3"]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  [`@container (min-width: ${HALF_ROW_WIDTH}px)`]: {
    '& .fields-row[data-fields="1"]:not(:has([data-wide]))': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  '& .fields-row:has([data-switch])': { alignItems: 'end' },
  '& .field': { minW: 0 },
  '& .field[data-switch]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    alignItems: 'center',
    minH: 'control',
    '& .field-name': { mb: 0, fontSize: 'md', color: 'fg' },
    '& .field-problem, & .field-closed': { gridColumn: '1 / -1' },
  },
  '& .field-name': { display: 'block', mb: '1', fontSize: 'sm', color: 'fg.muted' },
  // Its parts have labels, one of them the field's own.
  '& [data-field=address] > .field-name': {
    position: 'absolute',
    w: '1px',
    h: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  '& .field-name span, & .field-problem': { color: 'negative' },
  '& .field-problem, & .field-closed': { mt: '1', fontSize: 'sm' },
  '& .field-closed': { color: 'fg.muted', display: 'flex', gap: '1', alignItems: 'center' },
})
