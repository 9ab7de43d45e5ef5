import { chakra, Dialog, Portal } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import type { BoardOrder, Outcome } from '@tiffin/core'
import { useOrderName, useTranslate } from '@tiffin/core/react'
import { Button, TextArea } from '../ui/controls.ts'
import { submitOnCtrlEnter } from '../ui/submit-on-ctrl-enter.ts'
import { useIsMenuClosed } from '../ui/use-is-menu-closed.ts'
import { useBoardView } from './board-context.ts'
import { useSelection } from './card-selection.ts'

interface Props {
  orders: readonly BoardOrder[]
  answer: (reason: string) => Outcome
  onClose: () => void
}

/** Asks why an order is cancelled; without a reason nothing happens (KDS-23). */
export function ReasonDialog({ orders, answer, onClose }: Props) {
  const t = useTranslate()
  const nameOf = useOrderName()
  const { focus } = useBoardView()
  const selection = useSelection()
  const ids = orders.map(({ order_id }) => order_id)
  const [only] = orders
  const [reason, setReason] = useState('')
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const text = reason.trim()
    if (text === '') return
    if (only) focus.follow(only.order_id)
    if (answer(text) !== 'done') return
    selection.drop(ids)
    onClose()
  }
  return (
    <Dialog.Root open={useIsMenuClosed()} role="alertdialog" onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <chakra.form onSubmit={submit} data-testid="reason-dialog">
              <Dialog.Header>
                <Dialog.Title>
                  {orders.length === 1 && only ? t('Cancel %1?', [nameOf(only)]) : t('Cancel %1 orders?', [orders.length])}
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <chakra.label htmlFor={id} display="block" mb="1">
                  {t('Enter a reason')}
                </chakra.label>
                <TextArea
                  id={id}
                  h="20"
                  py="1.5"
                  required
                  maxLength={500}
                  data-autofocus
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                  onKeyDown={submitOnCtrlEnter}
                />
              </Dialog.Body>
              <Dialog.Footer>
                <Button onClick={onClose}>{orders.length === 1 ? t('Keep order') : t('Keep orders')}</Button>
                <Button type="submit" variant="negative" disabled={reason.trim() === ''}>
                  {orders.length === 1 ? t('Cancel order') : t('Cancel orders')}
                </Button>
              </Dialog.Footer>
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
