import { useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import {
  answerTyped,
  type CannedAnswer,
  type ConsoleChat,
  connectionTexts,
  findAnswers,
  loadCannedAnswers,
  plainText,
  selectConnection,
} from '@tiffin/core/chat'
import { useCore, useLoadedChat, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatPhone } from '@tiffin/core/rules'
import { useNow } from '../board/now.tsx'
import { useTheme } from '../theme/theme.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { editText } from '../view/edit-text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

/** Canned answers shown at once; the first one is inserted with Enter. */
const MAX_OFFERED = 5

interface Props {
  user: number
  height: number
  onBack: () => void
  onQuit: () => void
}

/** The newest messages of a customer, and a line to answer. Drafts stay on this device until they are sent. */
export function ChatView(props: Props) {
  const chat = useLoadedChat()
  return chat ? <Loaded chat={chat} {...props} /> : null
}

function Loaded({ chat, user, height, onBack, onQuit }: Props & { chat: ConsoleChat }) {
  const t = useTranslate()
  const theme = useTheme()
  const now = useNow()
  const { client, ports, session, i18n } = useCore()
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
  const [question, setQuestion] = useState('')
  const change = (next: string): void => {
    setText(next)
    chat.keepDraft(user, { text: next, quote: null })
  }
  // A colleague has replied in the meantime: the message goes back into the line, so that its writer decides.
  const [overtaken] = [...refused.values()].filter(
    ({ message, error }) => message.user_id === user && error.code === 'colleague_replied',
  )
  useEffect(() => {
    if (!overtaken || text !== '') return
    const draft = chat.takeBack(overtaken.message.intent_id)
    setQuestion(t.sentence(overtaken.error))
    if (!draft) return
    setText(draft.text)
    chat.keepDraft(user, draft)
  }, [chat, overtaken, t, text, user])
  const typed = answerTyped(text)
  const isLooking = typed !== undefined
  const [answers, setAnswers] = useState<readonly CannedAnswer[]>()
  useEffect(() => {
    if (!isLooking) return
    const leaving = new AbortController()
    loadCannedAnswers(client, user, leaving.signal).then(setAnswers, (error: unknown) => {
      if (!leaving.signal.aborted) ports.log("can't load canned answers", error)
    })
    return () => leaving.abort()
  }, [client, ports, user, isLooking])
  const offered = isLooking && answers ? findAnswers(answers, typed).slice(0, MAX_OFFERED) : []
  useKeys(
    'form',
    (command) => {
      if (command === 'quit') onQuit()
      else if (command === 'back') onBack()
      else if (offered[0]) change(offered[0].text)
      else if (chat.send({ text, quote: null })) {
        setQuestion('')
        change('')
      }
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
  const asked = question === '' ? [] : wrap(`${question} ${t('Press Enter to send it anyway')}`, width)
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
  ].slice(-Math.max(1, height - 4 - asked.length - offered.length))
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
      {offered.map((answer, index) => (
        <Text key={answer.title + String(index)} {...theme.style(index === 0 ? 'accent' : 'quiet')} wrap="truncate">
          /{sanitize(answer.title)}: {sanitize(answer.text)}
        </Text>
      ))}
      {asked.map((part) => (
        <Text key={part} {...theme.style('warning')}>
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
