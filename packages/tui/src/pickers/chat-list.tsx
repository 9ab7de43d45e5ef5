import { useEffect } from 'react'
import { useCore, useLoadedChat, useSelected, useTranslate } from '@tiffin/core/react'
import type { ConsoleChat } from '@tiffin/core/chat'
import { clockTime, formatPhone, mayChat } from '@tiffin/core/rules'
import { actorOf } from '@tiffin/core'
import { useNow } from '../board/now.tsx'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from './list-picker.tsx'

interface Props {
  height: number
  onOpen: (user: number) => void
  onBack: () => void
  onQuit: () => void
}

/** Customers' conversations, the latest first, with their unread messages. */
export function ChatList(props: Props) {
  const { session } = useCore()
  const t = useTranslate()
  const chat = useLoadedChat()
  const user = useSelected(session.store, (state) => state.user)
  const decision = user ? mayChat(actorOf(user)) : undefined
  if (chat && decision?.allowed) return <LoadedList chat={chat} {...props} />
  const empty = decision && !decision.allowed ? t("You don't have permission to do this") : t('Loading…')
  return <Picker {...props} choices={[]} empty={empty} />
}

function LoadedList({ chat, ...props }: Props & { chat: ConsoleChat }) {
  const { session, i18n } = useCore()
  const t = useTranslate()
  const now = useNow()
  const { users, loading, failed } = useSelected(chat.list, (state) => state)
  const company = useSelected(session.store, (state) => state.user?.company)
  useEffect(() => chat.watch(), [chat])
  const time = (date: string): string =>
    clockTime(date, {
      lang: i18n.lang(),
      timezone: company?.timezone ?? 'UTC',
      country: company?.country.alpha2 ?? '',
      now,
    })
  const choices = users.map(({ user_id, name, phone, chat_admin_unread, chat_date, admin_name }) => ({
    key: user_id,
    label: sanitize(name || formatPhone(phone)),
    remark: [
      sanitize(admin_name),
      chat_admin_unread > 0 ? t('Unread messages: %1', [chat_admin_unread]) : '',
      chat_date ? time(chat_date) : '',
    ]
      .filter(Boolean)
      .join('  '),
    value: user_id,
  }))
  const empty = failed ? t("Can't load conversations") : loading ? t('Loading…') : t('No customer has written yet.')
  return <Picker {...props} choices={choices} empty={empty} />
}

function Picker({
  choices,
  empty,
  height,
  onOpen,
  onBack,
  onQuit,
}: Props & { choices: { key: number; label: string; remark: string; value: number }[]; empty: string }) {
  const t = useTranslate()
  return (
    <ListPicker
      place="list"
      title={t('Chat')}
      empty={empty}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') onQuit()
        else if (command === 'choose' && choice) onOpen(choice.value)
        else if (command === 'back') onBack()
      }}
    />
  )
}
