import { Box, chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { columnName, encodings } from '@tiffin/core/dictionary-import'
import { useTranslate } from '@tiffin/core/react'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { SubField } from '../inputs/sub-field.tsx'
import { useImport } from './import-context.ts'
import { pickFile } from './pick-file.ts'
import { SheetTable } from './sheet-table.tsx'
import { useLanguageName } from './use-language-name.ts'

/** File types that `readSheet` accepts; macOS and phones hide other files. */
const TYPES = '.xlsx,.xls,.ods,.csv,.tsv,.txt'

/** Chooses the file, the language, the columns and the rows (DICT-12, DICT-13). */
export function StartStep() {
  const t = useTranslate()
  const { state } = useImport()
  const { sheet } = state
  return (
    <>
      <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 180px), 1fr))" gap="3" alignItems="end">
        <LanguageChoice />
        <FileChoice />
        <SheetChoice />
        <EncodingChoice />
        {sheet && sheet.count > 0 && (
          <>
            <ColumnChoice which="idColumn" label={t('ID column')} />
            <ColumnChoice which="languageColumn" label={t('Text column')} />
            <RowChoice which="from" label={t('First row')} />
            <RowChoice which="to" label={t('Last row')} />
          </>
        )}
      </Box>
      {sheet && sheet.count > 0 ? (
        <>
          <ClearEmpty />
          <Hint />
          <SheetTable sheet={sheet} />
        </>
      ) : (
        <DropHint />
      )}
    </>
  )
}

function LanguageChoice() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const languageName = useLanguageName()
  return (
    <SubField label={t('Text language')}>
      <NativeSelect value={state.lang} onChange={({ target }) => void dialog.chooseLanguage(target.value)}>
        {state.lang === '' && <option value="">{t('Choose…')}</option>}
        {dialog.languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

function FileChoice() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <Box minW="0">
      <Button w="full" onClick={() => chooser.current?.click()}>
        <Box truncate>{state.file ?? t('Choose a file…')}</Box>
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={TYPES}
        onChange={({ target }) => {
          pickFile(dialog.chooseFile, target.files?.[0])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
    </Box>
  )
}

function SheetChoice() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { sheet } = state
  if (!sheet || sheet.names.length < 2) return null
  return (
    <SubField label={t('Sheet')}>
      <NativeSelect value={sheet.name} onChange={({ target }) => void dialog.chooseSheet(target.value)}>
        {sheet.names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

/** Also offered after a wrong choice, with which the file can't be read. */
function EncodingChoice() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { sheet, encoding } = state
  if (sheet?.encoding === undefined && encoding === '') return null
  return (
    <SubField label={t('Encoding')}>
      <NativeSelect value={encoding} onChange={({ target }) => void dialog.chooseEncoding(target.value)}>
        <option value="">{encoding === '' ? t('Detected: %1', [sheet?.encoding ?? '']) : t('Detect')}</option>
        {encodings.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

function ColumnChoice({ which, label }: { which: 'idColumn' | 'languageColumn'; label: string }) {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { sheet } = state
  const headers = sheet?.rows[0]?.cells ?? []
  return (
    <SubField label={label}>
      <NativeSelect
        value={state[which] ?? ''}
        onFocus={() => dialog.pick(which)}
        onChange={({ target }) => dialog.setColumn(which, target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('Choose…')}</option>
        {headers.map((header, column) => (
          // oxlint-disable-next-line no-array-index-key -- the columns of a sheet do not move
          <option key={column} value={column}>
            {[columnName(column), header.slice(0, 40)].filter(Boolean).join(': ')}
          </option>
        ))}
      </NativeSelect>
    </SubField>
  )
}

function RowChoice({ which, label }: { which: 'from' | 'to'; label: string }) {
  const { dialog, state } = useImport()
  const { from, to, sheet } = state
  const value = state[which]
  const set = (typed: number | null): void => (which === 'from' ? dialog.setRows(typed ?? 0, to) : dialog.setRows(from, typed))
  return (
    <SubField label={label}>
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={sheet?.count}
        value={value === null || value === 0 ? '' : value}
        onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
      />
    </SubField>
  )
}

function ClearEmpty() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  return (
    <chakra.label display="inline-flex" gap="2" alignItems="center" minH="6" w="fit-content">
      <input type="checkbox" checked={state.clearEmpty} onChange={({ target }) => dialog.setClearEmpty(target.checked)} />
      {t('Clear texts that are empty in the file')}
    </chakra.label>
  )
}

/** Target of the next click in the table. */
function Hint() {
  const t = useTranslate()
  const { state } = useImport()
  return (
    <Box fontSize="sm" color="fg.muted" role="status">
      {t(
        state.picking === 'idColumn'
          ? 'Click a column header to choose the ID column.'
          : 'Click a column header to choose the text column.',
      )}{' '}
      {t(state.to === null ? 'Click a row number to choose the last row.' : 'Click a row number to choose the first row.')}
    </Box>
  )
}

function DropHint() {
  const t = useTranslate()
  return (
    <Box
      flex="1"
      minH="32"
      display="grid"
      placeItems="center"
      p="4"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.control"
      borderRadius="l2"
      color="fg.muted"
      textAlign="center"
    >
      {t('Drop an .xlsx, .xls, .ods or .csv file here, or choose one.')}
    </Box>
  )
}
