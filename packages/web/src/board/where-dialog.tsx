import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { createOrderFinder, type FoundOrder } from '@tiffin/core/find-orders'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, formatPhone, localized } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input } from '../ui/controls.ts'
import { useBoardTime } from './board-clock.tsx'
import { useBoardView } from './board-context.ts'
import { orderAddress } from './board-url.ts'

/** Finds a caller's orders of all merchants and dates while a name, phone or ticket is typed (KDS-26). */
export function WhereDialog({ onClose }: { onClose: () => void }) {
  const core = useCore()
  const t = useTranslate()
  const [finder] = useState(() => createOrderFinder(core))
  useEffect(() => () => finder.stop(), [finder])
  const { text, found, busy, failure } = useSelected(finder.store, (state) => state)
  const navigate = useNavigate()
  const { company } = useBoardView()
  function openFirst(): void {
    const [first] = found
    if (!first || busy) return
    onClose()
    void navigate(orderAddress(company, first.order_id))
  }
  const empty = failure ? t.sentence(failure) : text.trim() === '' ? '' : busy ? t('Loading…') : t('No results')
  return (
    <AskDialog
      title={t('Where is my order?')}
      testId="where-dialog"
      maxW="640px"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Input
        autoFocus
        type="search"
        w="full"
        value={text}
        placeholder={t('Name, phone or ticket')}
        aria-label={t('Name, phone or ticket')}
        onChange={({ target }) => finder.search(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && openFirst()}
      />
      <Box role="status" color="fg.muted" minH="6" mt="2">
        {found.length === 0 && empty}
      </Box>
      <Box as="ul" listStyleType="none" aria-busy={busy}>
        {found.map((order) => (
          <Box as="li" key={order.order_id} borderBottomWidth="1px" py="2">
            <FoundLine order={order} onOpen={onClose} />
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}

function FoundLine({ order, onOpen }: { order: FoundOrder; onOpen: () => void }) {
  const t = useTranslate()
  const { company, lang, timezone, country } = useBoardView()
  const nameOf = useOrderName()
  const now = useBoardTime()
  const { user_obj: user, courier_obj: courier, status, time_finish, time_delivery } = order
  const time = (timestamp: string): string => clockTime(timestamp, { lang, timezone, country, now })
  return (
    <>
      <Box display="flex" gap="3" justifyContent="space-between">
        <Link to={orderAddress(company, order.order_id)} onClick={onOpen}>
          {nameOf(order)}
        </Link>
        <Box fontWeight="medium">{localized(status?.value, lang)}</Box>
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {formatList(
          [
            user?.name || formatPhone(user?.phone ?? ''),
            courier?.name,
            time_delivery ? t('delivered %1', [time(time_delivery)]) : t('due %1', [time(time_finish)]),
          ],
          lang,
        )}
      </Box>
    </>
  )
}
