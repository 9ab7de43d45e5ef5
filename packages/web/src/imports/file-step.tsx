import { Box } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { Button, NativeSelect } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { saveAsFile } from '../ui/save-as-file.ts'
import { pickFile } from '../records/dictionary-import/pick-file.ts'
import { SubField } from '../records/inputs/sub-field.tsx'
import { useImport } from './import-context.ts'

/** File types that `readRecords` reads; macOS and phones hide others. */
const TYPES = '.xlsx,.xls,.ods,.csv,.tsv,.txt,.json,.ndjson'

/** Chooses what to import and the file. */
export function FileStep() {
  const t = useTranslate()
  const { imported, screens, state } = useImport()
  const chooser = useRef<HTMLInputElement>(null)
  const isBusy = state.work !== null
  if (screens.length === 0) return <Box>{t("You don't have permission to import into any list. Ask an owner for access.")}</Box>
  return (
    <>
      <Box color="fg.muted" maxW="70ch">
        {t("You'll see all changes before they are applied, and you can undo the import.")}
      </Box>
      <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 220px), 1fr))" gap="3" alignItems="end">
        <SubField label={t('Import into')}>
          <NativeSelect value={state.table} disabled={isBusy} onChange={({ target }) => imported.chooseTable(target.value)}>
            {state.table === '' && <option value="">{t('Choose…')}</option>}
            {screens.map(({ screen: { entity }, label }) => (
              <option key={entity.name} value={entity.name}>
                {t(label)}
              </option>
            ))}
          </NativeSelect>
        </SubField>
        <Button
          variant={state.table === '' ? 'outline' : 'solid'}
          disabled={state.table === '' || isBusy}
          onClick={() => chooser.current?.click()}
        >
          <Box truncate>{t('Choose a file…')}</Box>
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={TYPES}
          onChange={({ target }) => {
            pickFile(imported.chooseFile, target.files?.[0])
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
        {state.table !== '' && <Template />}
      </Box>
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
        {t(
          state.table === ''
            ? 'Choose what to import first'
            : 'Drop an .xlsx, .xls, .ods, .csv, .json or .ndjson file here, or choose one.',
        )}
      </Box>
    </>
  )
}

function Template() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { notices } = useCore()
  const [isBusy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    try {
      const bytes = await imported.template()
      saveAsFile(`${state.table}.xlsx`, new Blob([bytes as Uint8Array<ArrayBuffer>]))
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ghost" disabled={isBusy} onClick={() => void download()}>
      <Icon name="download" />
      {t('Download a template')}
    </Button>
  )
}
