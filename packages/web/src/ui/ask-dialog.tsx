import { Dialog, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useEarlyEscape } from './use-early-escape.ts'
import { useIsMenuClosed } from './use-is-menu-closed.ts'

interface Props {
  title: string
  children?: ReactNode
  /** The buttons; the default one comes last. */
  actions: ReactNode
  /** Called on Escape; without it only the buttons close the dialog. */
  onClose?: () => void
  testId: string
  /** Maximum width, if not that of a question. */
  maxW?: string
}

/** A question above the page that must be answered. */
export function AskDialog({ title, children, actions, onClose, testId, maxW }: Props) {
  const content = useEarlyEscape(onClose)
  return (
    <Dialog.Root
      open={useIsMenuClosed()}
      role="alertdialog"
      closeOnEscape={onClose !== undefined}
      // A click next to it would lose a result and its Undo.
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose?.()}
      // Something still closing may return the focus to the page, which must not close the question.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={content} data-testid={testId} {...(maxW === undefined ? {} : { maxW })}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            {children && <Dialog.Body>{children}</Dialog.Body>}
            <Dialog.Footer>{actions}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
