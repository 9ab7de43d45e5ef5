import { Dialog, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  testId: string
  /** Without it only the buttons close the dialog. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A small dialog over another one, such as over the profile. */
export const Overlay = ({ title, testId, onClose, children }: Props) => (
  <Dialog.Root
    open
    closeOnInteractOutside={false}
    closeOnEscape={onClose !== undefined}
    onOpenChange={({ open }) => !open && onClose?.()}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner p={{ base: '0', sm: '4' }}>
        <Dialog.Content data-testid={testId} maxW="480px" maxH={{ base: '100dvh', sm: '90dvh' }}>
          <Dialog.Header>
            <Dialog.Title>{title}</Dialog.Title>
          </Dialog.Header>
          {children}
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
)
