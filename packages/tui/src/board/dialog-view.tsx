import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { NewOrderPage } from '../new-order/new-order-page.tsx'
import { HandoffForm } from '../order/handoff-form.tsx'
import { ItemList } from '../order/item-list.tsx'
import { OrderView } from '../order/order-view.tsx'
import { MovePicker } from '../order/move-picker.tsx'
import { WhereList } from '../order/where-list.tsx'
import { WhyView } from '../order/why-view.tsx'
import { RecallList } from '../order/recall-list.tsx'
import { AlarmList } from '../pickers/alarm-list.tsx'
import { CancelledList } from '../pickers/cancelled-list.tsx'
import { BoardPicker } from '../pickers/board-picker.tsx'
import { ChatList } from '../pickers/chat-list.tsx'
import { ChatView } from '../pickers/chat-view.tsx'
import { CompanyPicker } from '../pickers/company-picker.tsx'
import { CourierPicker } from '../pickers/courier-picker.tsx'
import { LanguagePicker } from '../pickers/language-picker.tsx'
import { MerchantPicker } from '../pickers/merchant-picker.tsx'
import { AvailabilityPicker } from '../pickers/availability-picker.tsx'
import { PaperView } from '../pickers/paper-view.tsx'
import { PeriodPicker } from '../pickers/period-picker.tsx'
import { StationPicker } from '../pickers/station-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import { PrinterList } from '../printers/printer-list.tsx'
import { TicketQueue } from '../printers/ticket-queue.tsx'
import { TrayList } from '../printers/tray-list.tsx'
import { sanitize } from '../theme/text.ts'
import { Confirm } from '../view/confirm.tsx'
import type { Dialog } from '../view/dialog.ts'
import { AllDay } from './all-day.tsx'
import type { Density } from './card-lines.ts'
import { Help } from './help.tsx'
import type { OrderActions } from './use-order-actions.ts'
import { useUnsentText } from './unsent-text.ts'
import type { ShownColumns } from './use-shown-columns.ts'

interface DialogProps {
  dialog: Dialog
  shown: ShownColumns
  density: Density
  height: number
  actions: OrderActions
  onOpen: (dialog: Dialog) => void
  onBack: () => void
  /** Called when the action is done: the marks are cleared. */
  onDone: () => void
  /** Asks first if moves are pending. */
  onQuit: () => void
  /** Ends the program. */
  onLeave: () => void
  onSignOut: () => void
}

/** The page shown in place of the columns. */
export function DialogView(props: DialogProps) {
  const { dialog, shown, height, actions, onOpen, onBack, onDone, onQuit, onLeave, onSignOut } = props
  const { commands } = useCore()
  const t = useTranslate()
  const unsent = useUnsentText() ?? ''
  const about = useAbout()
  const page = { height, onBack, onQuit }
  switch (dialog.name) {
    case 'help':
      return <Help {...page} />
    case 'recall':
      return <RecallList {...page} />
    case 'merchants':
      return <MerchantPicker {...page} />
    case 'printer':
      return <PrinterList {...page} />
    case 'tickets':
      return <TicketQueue {...page} />
    case 'tray':
      return <TrayList {...page} onOpen={(orderId) => onOpen({ name: 'order', orderId, back: 'tray' })} />
    case 'alarms':
      return <AlarmList {...page} />
    case 'cancelled':
      return <CancelledList {...page} onSeen={commands.cancelledSeen} />
    case 'companies':
      return <CompanyPicker {...page} onChosen={onBack} />
    case 'newOrder':
      return <NewOrderPage {...page} />
    case 'where':
      return <WhereList {...page} onOpen={(orderId) => onOpen({ name: 'order', orderId, back: 'where' })} />
    case 'chats':
      return <ChatList {...page} onOpen={(user) => onOpen({ name: 'chat', user })} />
    case 'chat':
      return <ChatView {...page} user={dialog.user} onBack={() => onOpen({ name: 'chats' })} />
    case 'language':
      return <LanguagePicker {...page} />
    case 'paper':
      return <PaperView {...page} />
    case 'pause':
    case 'busy':
      return <AvailabilityPicker {...page} kind={dialog.name} change={dialog.change} first={dialog.merchant} />
    case 'period':
      return <PeriodPicker {...page} />
    case 'station':
      return <StationPicker {...page} />
    case 'boards':
      return <BoardPicker {...page} shown={shown} density={props.density} />
    case 'allDay':
      return <AllDay {...page} columns={shown.columns} />
    case 'items':
      return <ItemList {...page} orderId={dialog.orderId} />
    case 'courier':
      return <CourierPicker {...page} orderIds={dialog.orderIds} about={about(dialog.orderIds)} onDone={onDone} />
    case 'order':
      return (
        <OrderView
          orderId={dialog.orderId}
          height={height}
          onCommand={(command) => {
            if (command === 'back') return dialog.back ? onOpen({ name: dialog.back }) : onBack()
            if (command === 'quit') onQuit()
            else if (command === 'why') onOpen({ ...dialog, name: 'why' })
            else if (command === 'undo') commands.undo()
            else actions.act(command, [dialog.orderId])
          }}
        />
      )
    case 'why':
      return (
        <WhyView {...page} orderId={dialog.orderId} hidden={shown.left} onBack={() => onOpen({ ...dialog, name: 'order' })} />
      )
    case 'move':
      return (
        <MovePicker
          {...page}
          orderIds={dialog.orderIds}
          about={about(dialog.orderIds)}
          onMove={(to) => actions.answer(dialog.move(to)) && onDone()}
        />
      )
    case 'cancel':
      return (
        <TextForm
          {...page}
          title={t('Cancel order')}
          about={about(dialog.orderIds)}
          hint={t('Enter a reason')}
          onChoose={(reason) => actions.answer(dialog.answer(reason)) && onDone()}
        />
      )
    case 'handoff':
      return (
        <HandoffForm
          {...page}
          orderIds={dialog.orderIds}
          about={about}
          onAnswer={(handoffs) => {
            dialog.answer(handoffs)
            onDone()
          }}
        />
      )
    case 'allSeen':
      return (
        <Confirm
          question={t('Mark everything as seen')}
          about={t('%1 orders', [dialog.orders])}
          height={height}
          onYes={() => {
            commands.allSeen(true)
            onBack()
          }}
          onNo={onBack}
        />
      )
    case 'quit':
      return <Confirm question={t('Quit')} about={unsent} height={height} onYes={onLeave} onNo={onBack} />
    case 'signOut':
      return <Confirm question={t('Sign out')} about={unsent} height={height} onYes={onSignOut} onNo={onBack} />
  }
}

/** The text after the heading of a page about one or several orders. */
function useAbout(): (orderIds: readonly number[]) => string {
  const { moves } = useCore()
  const t = useTranslate()
  const nameOf = useOrderName()
  return (orderIds) => {
    const [first = 0] = orderIds
    const order = moves.order(first)
    if (orderIds.length > 1) return t('%1 orders', [orderIds.length])
    return order ? `${sanitize(nameOf(order))}  ${sanitize(order.user_obj?.name)}` : ''
  }
}
