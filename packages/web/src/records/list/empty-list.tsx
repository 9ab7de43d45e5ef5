import { Box, Center } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'

interface Props {
  kind: 'none' | 'no match' | 'failed'
  onAction: () => void
}

/** Why there are no rows, and what can be done about it. */
export function EmptyList({ kind, onAction }: Props) {
  const t = useTranslate()
  const texts = {
    none: t('There is nothing here yet'),
    'no match': t('Nothing matches the search and the filters'),
    failed: t('The list could not be loaded'),
  }
  return (
    <Center p="6" data-testid={`list-${kind.replace(' ', '-')}`}>
      <Box textAlign="center" color="fg.muted">
        <Box mb="3">{texts[kind]}</Box>
        {kind === 'no match' && <Button onClick={onAction}>{t('Show all')}</Button>}
        {kind === 'failed' && <Button onClick={onAction}>{t('Retry')}</Button>}
      </Box>
    </Center>
  )
}
