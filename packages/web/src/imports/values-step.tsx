import { Box } from '@chakra-ui/react'
import type { UnknownColumn } from '@tiffin/core/record-import'
import { useTranslate } from '@tiffin/core/react'
import { fieldName } from '@tiffin/core/screens'
import { NativeSelect } from '../ui/controls.ts'
import { SubField } from '../records/inputs/sub-field.tsx'
import { useRecords } from '../records/records-context.ts'
import { useImport } from './import-context.ts'

/** Texts of the file that match no value or record, for which the user chooses one: "United States" is USA. */
export function ValuesStep() {
  const t = useTranslate()
  const { state } = useImport()
  return (
    <>
      <Box maxW="70ch">
        {t('Some values in the file are unknown. Choose what they mean, or leave them and their rows will be rejected.')}
      </Box>
      <Box display="grid" gap="4" data-testid="import-values">
        {state.unknown.map((item) => (
          <UnknownTexts key={item.target} unknown={item} />
        ))}
      </Box>
    </>
  )
}

function UnknownTexts({ unknown }: { unknown: UnknownColumn }) {
  const t = useTranslate()
  const { screen } = useRecords()
  const { imported, state } = useImport()
  const { target, texts, offered } = unknown
  const name = fieldName(screen.entity, target, t)
  return (
    <Box as="section" display="grid" gap="2" aria-label={name}>
      <Box as="h2" fontWeight="semibold">
        {name}
      </Box>
      {offered === null ? (
        <Box color="fg.muted">
          {t('There are too many records to choose from. Correct these values in the file: %1', [texts.slice(0, 20).join(', ')])}
        </Box>
      ) : (
        <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 220px), 1fr))" gap="3">
          {texts.map((text) => (
            <SubField key={text} label={text}>
              <NativeSelect
                value={state.meanings[target]?.[text] ?? ''}
                onChange={(event) => imported.setMeaning(target, text, event.target.value || undefined)}
              >
                <option value="">{t('Unknown')}</option>
                {offered.map(({ value, name: label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            </SubField>
          ))}
        </Box>
      )}
    </Box>
  )
}
