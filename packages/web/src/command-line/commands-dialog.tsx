import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { commandLine } from '@tiffin/core/command-line'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useIsMenuClosed } from '../ui/use-is-menu-closed.ts'

/** An action by its name here, and the words of its command. */
export interface NamedCommand {
  name: string
  words: readonly string[]
}

interface Props {
  commands: readonly NamedCommand[]
  onClose: () => void
}

/** Shows each action as a command for a shell, to copy (MOON-05). */
export function CommandsDialog({ commands, onClose }: Props) {
  const t = useTranslate()
  return (
    <Dialog.Root open={useIsMenuClosed()} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="720px" maxH={{ base: '100dvh', sm: '90dvh' }} data-testid="commands">
            <Dialog.Header>
              <Dialog.Title>{t('Copy as command')}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              {commands.length === 0 && <Box color="fg.muted">{t('There is no command for this')}</Box>}
              <Box as="ul" display="grid" gap="3" listStyleType="none">
                {commands.map(({ name, words }) => (
                  <CommandRow key={name} name={name} line={commandLine(words)} onCopied={onClose} />
                ))}
              </Box>
            </Dialog.Body>
            <Dialog.Footer>
              <Button onClick={onClose}>{t('Close')}</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

const Code = chakra('code')

function CommandRow({ name, line, onCopied }: { name: string; line: string; onCopied: () => void }) {
  const t = useTranslate()
  const copy = useCopy()
  return (
    <Box as="li" display="grid" gridTemplateColumns="minmax(0, 1fr) auto" gap="2" alignItems="start">
      <Box minW="0">
        <Box fontWeight="medium">{name}</Box>
        <Code
          dir="ltr"
          display="block"
          fontFamily="mono"
          fontSize="sm"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          textAlign="start"
        >
          {line}
        </Code>
      </Box>
      <Button
        size="icon"
        variant="ghost"
        title={t('Copy as command')}
        aria-label={t('Copy: %1', [name])}
        onClick={() => {
          copy(line)
          onCopied()
        }}
      >
        <Icon name="copy" />
      </Button>
    </Box>
  )
}
