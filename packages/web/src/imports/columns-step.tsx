import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react'
import { columnName, decimalSigns, encodings, type OfferedTarget } from '@tiffin/core/record-import'
import { useTranslate } from '@tiffin/core/react'
import { fieldName } from '@tiffin/core/screens'
import { Button, NativeSelect } from '../ui/controls.ts'
import { SubField } from '../records/inputs/sub-field.tsx'
import { useLanguageName } from '../records/dictionary-import/use-language-name.ts'
import { useRecords } from '../records/records-context.ts'
import { useImport } from './import-context.ts'

/** Sets the field of each column, how rows are matched with records, and how empty cells are treated. */
export function ColumnsStep() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { preview } = state
  if (!preview) return null
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="3" alignItems="center">
        <Box fontWeight="medium" overflowWrap="anywhere">
          {state.file}
        </Box>
        <Box color="fg.muted">{t('Rows: %1', [preview.count])}</Box>
        {state.isRemembered && (
          <Box color="fg.muted" data-testid="columns-as-last-time">
            {t('Same columns as last time')}{' '}
            <Button size="sm" onClick={imported.forgetColumns}>
              {t('Match columns by heading')}
            </Button>
          </Box>
        )}
      </Box>
      <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 280px), 1fr))" gap="3" alignItems="end">
        <SheetChoice />
        <EncodingChoice />
        <DecimalChoice />
        <KeyChoice />
      </Box>
      <chakra.label display="inline-flex" gap="2" alignItems="center" minH="6" w="fit-content">
        <input type="checkbox" checked={state.clearEmpty} onChange={({ target }) => imported.setClearEmpty(target.checked)} />
        {t('Empty cells clear the field')}
      </chakra.label>
      <ColumnTable />
    </>
  )
}

function SheetChoice() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { preview } = state
  if (!preview || preview.sheets.length < 2) return null
  return (
    <SubField label={t('Sheet')}>
      <NativeSelect value={preview.sheet} onChange={({ target }) => void imported.chooseSheet(target.value)}>
        {preview.sheets.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

/** Also offered after a wrong choice, with which the file can't be read. */
function EncodingChoice() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { preview, encoding } = state
  if (preview?.encoding === undefined && encoding === '') return null
  return (
    <SubField label={t('Encoding')}>
      <NativeSelect value={encoding} onChange={({ target }) => void imported.chooseEncoding(target.value)}>
        <option value="">{encoding === '' ? t('Detected: %1', [preview?.encoding ?? '']) : t('Detect')}</option>
        {encodings.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

function DecimalChoice() {
  const t = useTranslate()
  const { imported, state } = useImport()
  if (!imported.hasNumbers()) return null
  return (
    <SubField label={t('Decimal sign of numbers')}>
      <NativeSelect
        value={state.decimal ?? ''}
        onChange={({ target }) => imported.setDecimal(decimalSigns.find((sign) => sign === target.value) ?? null)}
      >
        <option value="">{t('Reject ambiguous numbers')}</option>
        {decimalSigns.map((sign) => (
          <option key={sign} value={sign}>
            {t(decimalNames[sign])}
          </option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

const decimalNames = { point: 'Point: 1,234.5', comma: 'Comma: 1.234,5' } as const

function KeyChoice() {
  const t = useTranslate()
  const { screen } = useRecords()
  const { imported, state } = useImport()
  return (
    <SubField label={t('Match rows to records by')}>
      <NativeSelect value={state.keyField} onChange={({ target }) => imported.setKeyField(target.value)}>
        <option value="">{t('None: each row creates a record')}</option>
        {imported.keyFields().map((name) => (
          <option key={name} value={name}>
            {fieldName(screen.entity, name, t)}
          </option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

const Table = chakra('table')

const styles: SystemStyleObject = {
  w: 'full',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'sm',
  '& th, & td': { px: '2', py: '1.5', textAlign: 'start', verticalAlign: 'middle', borderBottomWidth: '1px' },
  '& thead th': { color: 'fg.muted', fontSize: 'xs', fontWeight: 'medium' },
  '& tbody th': { fontWeight: 'medium', overflowWrap: 'anywhere' },
  '& .samples': { color: 'fg.muted', maxW: '320px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}

function ColumnTable() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const targets = imported.targets()
  const { preview, paths } = state
  return (
    <Box overflowX="auto" flexShrink={0}>
      <Table css={styles} data-testid="import-columns">
        <thead>
          <tr>
            <th scope="col">{t('Column in the file')}</th>
            <th scope="col">{t('Import as')}</th>
            <th scope="col">{t('First values')}</th>
          </tr>
        </thead>
        <tbody>
          {preview?.headings.map((heading, column) => (
            // oxlint-disable-next-line no-array-index-key -- the columns of a sheet do not move
            <tr key={column}>
              <th scope="row">
                <bdi>{heading || t('Column %1', [columnName(column)])}</bdi>
              </th>
              <td>
                <TargetChoice
                  targets={targets}
                  path={paths[column] ?? null}
                  label={heading || t('Column %1', [columnName(column)])}
                  onChange={(path) => imported.setPath(column, path)}
                />
              </td>
              <td className="samples" dir="auto">
                {preview.samples[column]?.join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  )
}

interface TargetProps {
  targets: readonly OfferedTarget[]
  path: string | null
  label: string
  onChange: (path: string | null) => void
}

function TargetChoice({ targets, path, label, onChange }: TargetProps) {
  const t = useTranslate()
  const languageName = useLanguageName()
  // A heading may name a field of another record, such as `user.phone`.
  const isOffered = path === null || targets.some((target) => target.path === path)
  return (
    <NativeSelect
      aria-label={t('Field of %1', [label])}
      minW="160px"
      value={path ?? ''}
      color={path === null ? 'fg.muted' : 'fg'}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{t('Leave out')}</option>
      {!isOffered && <option>{path}</option>}
      {targets.map((target) => (
        <option key={target.path} value={target.path}>
          {target.lang === undefined ? target.name : `${target.name}: ${languageName(target.lang)}`}
        </option>
      ))}
    </NativeSelect>
  )
}
