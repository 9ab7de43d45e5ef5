import { Dialog, Portal } from '@chakra-ui/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { screens } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { RecordsProvider, useInnerList, useRecords } from '../records-context.ts'
import { useInnerRecord } from '../use-inner-record.ts'

interface Props {
  /** Name of the screen to show. */
  name: string
  testId: string
}

/**
 * A button that opens the list of another screen above this one; also open while the address contains one of its records.
 */
export function ListButton({ children, ...list }: Props & { children: ReactNode }) {
  const [record] = useInnerRecord(list.name)
  const [open, setOpen] = useState(false)
  if (record !== null && !open) setOpen(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{children}</Button>
      {open && <ListDialog {...list} onClose={() => setOpen(false)} />}
    </>
  )
}

function ListDialog({ name, testId, onClose }: Props & { onClose: () => void }) {
  const t = useTranslate()
  const view = useRecords()
  const innerList = useInnerList()
  const screen = screens.find((item) => item.name === name)
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
