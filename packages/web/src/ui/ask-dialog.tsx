import { Dialog, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useMenuGone } from './use-menu-gone.ts'

interface Props {
  title: string
  children?: ReactNode
  /** The buttons, the usual one last. */
  actions: ReactNode
  /** Escape and clicks beside the dialog; without it only the buttons close. */
  onClose?: () => void
  testId: string
}

/** A question that stands above the page until it is answered. */
export const AskDialog = ({ title, children, actions, onClose, testId }: Props) => (
  <Dialog.Root
    open={useMenuGone()}
    role="alertdialog"
    closeOnEscape={onClose !== undefined}
    closeOnInteractOutside={onClose !== undefined}
    onOpenChange={({ open }) => !open && onClose?.()}
    // What is still closing may give the focus back to the page: no answer to the question.
    onFocusOutside={(event) => event.preventDefault()}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content data-testid={testId}>
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
