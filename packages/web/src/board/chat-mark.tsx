import { Link } from 'react-router'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'

/** The number of a customer's unread messages. */
export const useUnread = (user: number): number => useSelected(useCore().unread.store, (state) => state.customers.get(user) ?? 0)

/** The unread messages of an order's customer, as a link to the conversation. */
export function ChatMark({ user }: { user: number }) {
  const t = useTranslate()
  const count = useUnread(user)
  if (count === 0) return null
  const label = t('Unread messages: %1', [count])
  return (
    <Link
      className="chat"
      to={`${companyRoutes['Company-Chat']}?user=${user}`}
      draggable={false}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
    >
      <Icon name="chat" size={14} />
      <bdi dir="ltr">{count}</bdi>
    </Link>
  )
}
