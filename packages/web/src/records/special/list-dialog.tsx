import { Dialog, Portal } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { screens } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { RecordsProvider, useInnerList, useRecords } from '../records-context.ts'

interface Props {
  /** Name of the screen whose list is shown. */
  name: string
  testId: string
  onClose: () => void
}

/** The list of another screen above this one. */
export function ListDialog({ name, testId, onClose }: Props) {
  const t = useTranslate()
  const view = useRecords()
  const innerList = useInnerList()
  const screen = screens.find((one) => one.name === name)
  const listed = useMemo(() => screen && { ...view, screen }, [view, screen])
  if (!listed) return null
  return (
    <Dialog.Root open closeOnInteractOutside={false} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content data-testid={testId} maxW="820px" h="80dvh">
            <Dialog.Header>
              <Dialog.Title>{t(listed.screen.title)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" minH="0">
              <RecordsProvider value={listed}>{innerList}</RecordsProvider>
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
