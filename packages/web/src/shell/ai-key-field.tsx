import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input } from '../ui/controls.ts'

interface Props {
  /** Whether a key is stored. */
  kept: boolean
  /** The new value: undefined keeps the key, an empty text deletes it. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A user's own AI API key (API-37): entered here and never shown again (AMB-006). */
export function AiKeyField({ kept, value, onChange }: Props) {
  const t = useTranslate()
  const has = value === undefined ? kept : value !== ''
  return (
    <Box mt="3" display="grid" gap="1">
      <Box display="flex" gap="2" alignItems="end">
        <Box flex="1" minW="0">
          <SubField label={t('Your AI API key')}>
            <Input
              type="password"
              autoComplete="off"
              dir="ltr"
              maxLength={500}
              aria-describedby="own-key-hint"
              placeholder={has ? '••••••••' : ''}
              value={value ?? ''}
              onChange={(event) => onChange(event.target.value.trim() || undefined)}
            />
          </SubField>
        </Box>
        {has && <Button onClick={() => onChange(kept ? '' : undefined)}>{t('Remove key')}</Button>}
      </Box>
      <Box id="own-key-hint" fontSize="sm" color="fg.muted" role="status">
        {value === ''
          ? t('The key will be removed when you save.')
          : t("This browser uses it to translate texts. It won't be shown again.")}
      </Box>
    </Box>
  )
}
