import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import type { Question } from '@tiffin/core'
import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { readHandoffCode, readHandoffs } from '@tiffin/core/rules'
import { Button, Input } from '../ui/controls.ts'
import { useIsMenuClosed } from '../ui/use-is-menu-closed.ts'
import { useBoardView } from './board-context.ts'

type Props = Pick<Extract<Question, { ask: 'handoff' }>, 'orderIds' | 'answer'> & { onClose: () => void }

/** Asks for the customer's code of each delivery, or why it is handed over without (KDS-13). */
export function HandoffDialog({ orderIds, answer, onClose }: Props) {
  const t = useTranslate()
  const { moves } = useCore()
  const nameOf = useOrderName()
  const { focus } = useBoardView()
  const [codes, setCodes] = useState<ReadonlyMap<number, string>>(new Map())
  const [reason, setReason] = useState('')
  const id = useId()
  const handoffs = readHandoffs(orderIds, codes, reason)
  const isImpossible = [...codes.values()].some((text) => text.trim() !== '' && readHandoffCode(text) === undefined)
  const [tried, setTried] = useState(false)
  const [first] = orderIds
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isImpossible || handoffs.size === 0) return
    if (first !== undefined) focus.follow(first)
    answer(handoffs)
    onClose()
  }
  return (
    <Dialog.Root open={useIsMenuClosed()} role="alertdialog" onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content data-testid="handoff-dialog">
            <chakra.form onSubmit={submit} display="contents">
              <Dialog.Header>
                <Dialog.Title>{orderIds.length === 1 ? t('Hand-off code') : t('Hand-off codes')}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Box mb="3" color="fg.muted">
                  {t('The customer gives this code to the courier. Leave empty to hand over without it.')}
                </Box>
                {orderIds.map((order, index) => (
                  <Box key={order} display="flex" alignItems="center" gap="3" mb="2">
                    <chakra.label htmlFor={`${id}-${order}`} flex="1" minW="0" overflowWrap="anywhere">
                      {nameOf(moves.order(order) ?? { order_id: order })}
                    </chakra.label>
                    <Input
                      id={`${id}-${order}`}
                      w="24"
                      inputMode="numeric"
                      autoComplete="off"
                      dir="ltr"
                      maxLength={4}
                      data-autofocus={index === 0 ? '' : undefined}
                      value={codes.get(order) ?? ''}
                      onChange={({ target }) => setCodes(new Map([...codes, [order, target.value]]))}
                    />
                  </Box>
                ))}
                <chakra.label htmlFor={`${id}-reason`} display="block" mt="3" mb="1">
                  {t('Reason for no code')}
                </chakra.label>
                <Input id={`${id}-reason`} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
              </Dialog.Body>
              <Dialog.Footer>
                <Box role="alert" flex="1" color="negative">
                  {tried && isImpossible && t('Enter four digits')}
                </Box>
                <Button onClick={onClose}>{t('Cancel')}</Button>
                <Button type="submit" variant="solid" disabled={!isImpossible && handoffs.size === 0}>
                  {t('Hand over')}
                </Button>
              </Dialog.Footer>
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
