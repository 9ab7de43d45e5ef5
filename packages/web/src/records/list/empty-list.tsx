import { Box, Center } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { FirstHelp } from '../../help/lazy-first-help.ts'

interface Props {
  kind: 'none' | 'no match' | 'failed'
  /** Omitted if there is nothing to do. */
  onAction?: (() => void) | undefined
  /** Explains the purpose of the list and the first step. */
  explains?: boolean
}

/** Why there are no rows, and what to do about it. */
export function EmptyList({ kind, onAction, explains = false }: Props) {
  const t = useTranslate()
  const texts = {
    none: t('Nothing here yet'),
    'no match': t('No records match your search and filters'),
    failed: t("Can't load the list"),
  }
  const actions = { none: t('Add record'), 'no match': t('Show all'), failed: t('Retry') }
  return (
    <Center p="6" data-testid={`list-${kind.replace(' ', '-')}`}>
      <Box textAlign="center" color="fg.muted" maxW="52ch">
        <Box mb="3">{texts[kind]}</Box>
        {explains && (
          <LazyBoundary quiet onFail={() => {}}>
            <FirstHelp />
          </LazyBoundary>
        )}
        {onAction && <Button onClick={onAction}>{actions[kind]}</Button>}
      </Box>
    </Center>
  )
}
