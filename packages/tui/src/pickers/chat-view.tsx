import { useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { type ConsoleChat, connectionTexts, plainText, selectConnection } from '@tiffin/core/chat'
import { useCore, useLoadedChat, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatPhone } from '@tiffin/core/rules'
import { useNow } from '../board/now.tsx'
import { useTheme } from '../theme/theme.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { editText } from '../view/edit-text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

interface Props {
  user: number
  height: number
  onBack: () => void
  onQuit: () => void
}

/** The newest messages of a customer, and a line to answer. What is typed stays on this device until it is sent. */
export function ChatView(props: Props) {
  const chat = useLoadedChat()
  return chat ? <Loaded chat={chat} {...props} /> : null
}

function Loaded({ chat, user, height, onBack, onQuit }: Props & { chat: ConsoleChat }) {
  const t = useTranslate()
  const theme = useTheme()
  const now = useNow()
  const { session, i18n } = useCore()
  const { columns } = useWindowSize()
  const [text, setText] = useState(() => chat.draft(user).text)
  const company = useSelected(session.store, (state) => state.user?.company)
  const row = useSelected(chat.list, ({ users }) => users.find(({ user_id }) => user_id === user))
  const { messages, unsent, refused, ...state } = useSelected(chat.store, (one) => one)
  useEffect(() => {
    const stop = chat.watch()
    chat.open(user)
    return () => {
      chat.leave()
      stop()
    }
  }, [chat, user])
  const change = (next: string): void => {
    setText(next)
    chat.keepDraft(user, { text: next, quote: null })
  }
  useKeys(
    'form',
    (command) => {
      if (command === 'quit') onQuit()
      else if (command === 'back') onBack()
      else if (chat.send({ text, quote: null })) change('')
    },
    {
      onText: (more, kind) => {
        change(editText(text, more, kind))
        chat.typed()
      },
    },
  )

  const width = Math.min(columns - 2, 100)
  const time = (date: string): string =>
    clockTime(date, { lang: i18n.lang(), timezone: company?.timezone ?? 'UTC', country: company?.country.alpha2 ?? '', now })
  const name = sanitize(row?.name || formatPhone(row?.phone ?? '') || messages[0]?.user_name || '')
  const line = (who: string, when: string, html: string, file: string | undefined, isOwn: boolean) => {
    const said = [...plainText(html).split('\n'), ...(file === undefined ? [] : [`[${file}]`])].map(sanitize).filter(Boolean)
    return wrap(`${when}  ${sanitize(who)}: ${said.join(' / ')}`, width).map((part) => ({ part, isOwn }))
  }
  const lines = [
    ...messages.flatMap((message) =>
      line(
        message.type === 1 ? message.admin_name : message.user_name,
        time(message.date),
        message.delete === 1 ? t('Message deleted') : message.text,
        message.file?.name,
        message.type === 1,
      ),
    ),
    ...unsent
      .filter(({ user_id }) => user_id === user)
      .flatMap((message) => line(t('Sending…'), '', message.text, message.file?.name, true)),
    ...[...refused.values()]
      .filter(({ message }) => message.user_id === user)
      .flatMap(({ message, error }) => line(t('Not sent: %1', [t.sentence(error)]), '', message.text, message.file?.name, true)),
  ].slice(-Math.max(1, height - 4))
  const connection = selectConnection({ messages, unsent, refused, ...state })
  return (
    <Frame title={name || t('Chat')} height={height} about={t(connectionTexts[connection])}>
      {lines.length === 0 && (
        <Text dimColor>{state.loading ? t('Loading…') : t('No messages yet. Write the first one below.')}</Text>
      )}
      {lines.map(({ part, isOwn }, index) => (
        <Text key={index} {...theme.style(isOwn ? 'quiet' : 'plain')}>
          {part}
        </Text>
      ))}
      <Text wrap="truncate-start">
        <Text {...theme.style('accent')}>{theme.marks.chosen} </Text>
        {text}
        <Text inverse> </Text>
      </Text>
    </Frame>
  )
}
