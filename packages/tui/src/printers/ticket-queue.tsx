import type { PrintState } from '@tiffin/sdk/contract'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'
import { useConsole } from '../view/station.ts'

/** A console's name without the suffix that keeps names unique. */
const consoleName = (console: string): string => console.replace(/#\d+$/, '')

/** Tickets not printed yet, those that need attention first: print them now or dismiss them (KDS-12). */
export function TicketQueue({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const nameOf = useOrderName()
  const tickets = useSelected(station.store, (state) => state.tickets)
  const obstacle = useSelected(station.store, (state) => state.obstacle)
  const rows = useSelected(board.store, (state) => state.rows)
  const states: Partial<Record<PrintState, string>> = {
    queued: t('waiting'),
    claimed: t('claimed by a console'),
    sending: t('printing'),
    unknown: t('may not have been printed'),
    failed: t('failed to print'),
  }
  const choices = tickets.map((ticket) => {
    const order = rows.get(ticket.order)
    const held = ticket.state === 'claimed' || ticket.state === 'sending'
    return {
      key: ticket.print_job_id,
      label: `${sanitize(nameOf({ order_id: ticket.order, merchant: ticket.merchant }))}  ${sanitize(order?.user_obj?.name)}`,
      remark: [states[ticket.state] ?? '', held ? sanitize(consoleName(ticket.console)) : sanitize(t.message(ticket.error))]
        .filter(Boolean)
        .join(': '),
      closed: held,
      ...(held ? { commands: [], reason: t('A console is printing this ticket') } : {}),
      value: ticket,
    }
  })
  return (
    <ListPicker
      place="tickets"
      title={t('Tickets waiting for a printer')}
      about={obstacle === undefined ? '' : t.message(obstacle)}
      empty={t('No tickets')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        void (command === 'again' ? station.again(choice.value) : station.dismiss(choice.value))
      }}
    />
  )
}
