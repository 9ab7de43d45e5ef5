import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import type { ApiError, ChatFile, ChatMessage } from '@tiffin/sdk/contract'
import { type ChatState, messagePreview } from '@tiffin/core/chat'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Check, CheckCheck, type LucideIcon, Reply, Trash2 } from 'lucide-react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { SvgIcon } from '../ui/svg-icon.tsx'
import { ImageZoom } from './image-zoom.tsx'
import { RichText } from './rich-text.tsx'
import { useChat } from './use-chat.ts'
import { useMoments } from './use-moments.ts'

interface Props {
  message: ChatMessage
  quoted: ChatMessage | undefined
  /** Whether the reader was brought to it. */
  isShown: boolean
  onQuote: (uuid: string) => void
  onDelete: (uuid: string) => void
}

const marks: Readonly<Record<number, { icon: LucideIcon; label: 'Sent' | 'Delivered' | 'Read' }>> = {
  1: { icon: Check, label: 'Sent' },
  2: { icon: CheckCheck, label: 'Delivered' },
  3: { icon: CheckCheck, label: 'Read' },
}

/** A message with its author, quote, file, time and mark. */
export function MessageRow({ message, quoted, isShown, onQuote, onDelete }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const { timeOf } = useMoments()
  const me = useSelected(session.store, (state) => state.user?.admin_id)
  const isOwn = message.type === 1
  const mark = isOwn ? marks[message.status] : undefined
  return (
    <Bubble
      isOwn={isOwn}
      isShown={isShown}
      testId={`message-${message.uuid}`}
      actions={
        message.delete === 0 && (
          <>
            <Action icon={Reply} label={t('Quote')} onClick={() => onQuote(message.uuid)} />
            {isOwn && message.admin_id === me && (
              <Action icon={Trash2} label={t('Delete')} onClick={() => onDelete(message.uuid)} />
            )}
          </>
        )
      }
    >
      {isOwn && message.admin_id !== me && message.admin_name !== '' && (
        <Box fontSize="xs" fontWeight="semibold" color="fg.muted">
          <bdi>{message.admin_name}</bdi>
        </Box>
      )}
      {message.delete === 1 ? (
        <Box color="fg.muted" fontStyle="italic">
          {t('Message deleted')}
        </Box>
      ) : (
        <>
          {message.quote !== null && <Quote message={quoted} />}
          {message.file && <FileView file={message.file} />}
          <Box as="p" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
            <RichText text={message.text} />
          </Box>
        </>
      )}
      <Box display="flex" alignItems="center" justifyContent="flex-end" gap="1" fontSize="xs" color="fg.muted">
        <time dateTime={message.date}>{timeOf(message.date)}</time>
        {mark && message.delete === 0 && (
          <Box
            as="span"
            data-testid="message-status"
            data-status={message.status}
            color={message.status === 3 ? 'accent' : undefined}
          >
            <SvgIcon icon={mark.icon} size={14} label={t(mark.label)} />
          </Box>
        )}
      </Box>
    </Bubble>
  )
}

/** A message that is not sent yet, or that the server has refused. */
export function UnsentRow({ message, error }: { message: ChatState['unsent'][number]; error?: ApiError }) {
  const t = useTranslate()
  const chat = useChat()
  return (
    <Bubble isOwn testId={`unsent-${message.intent_id}`}>
      {message.file && <FileView file={message.file} />}
      <Box as="p" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto" opacity="0.7">
        <RichText text={message.text} />
      </Box>
      {error ? (
        <Box display="grid" gap="1" role="alert">
          <Box fontSize="sm" color="negative">
            {t('Not sent: %1', [t.sentence(error)])}
          </Box>
          <Box display="flex" gap="2">
            {error.code === 'colleague_replied' ? (
              <Button size="sm" onClick={() => chat.sendAnyway(message.intent_id)}>
                {t('Send anyway')}
              </Button>
            ) : (
              <Button size="sm" onClick={() => chat.resend()}>
                {t('Try again')}
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => chat.discard(message.intent_id)}>
              {t('Discard')}
            </Button>
          </Box>
        </Box>
      ) : (
        <Box fontSize="xs" color="fg.muted" display="flex" gap="1" justifyContent="flex-end" alignItems="center">
          <Icon name="clock" size={14} />
          {t('Sending…')}
        </Box>
      )}
    </Bubble>
  )
}

const Action = ({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <Button variant="ghost" size="sm" w="7" px="0" color="fg.muted" aria-label={label} title={label} onClick={onClick}>
    <SvgIcon icon={icon} />
  </Button>
)

interface BubbleProps {
  isOwn: boolean
  isShown?: boolean
  testId: string
  children: ReactNode
  /** Buttons beside it; with a mouse they show while it is pointed at. */
  actions?: ReactNode
}

const Bubble = ({ isOwn, isShown = false, testId, children, actions }: BubbleProps) => (
  <Box
    as="article"
    display="flex"
    flexDirection={isOwn ? 'row-reverse' : 'row'}
    alignItems="center"
    gap="1"
    my="1"
    data-testid={testId}
    aria-current={isShown ? 'true' : undefined}
    css={{
      '@media (hover: hover)': {
        '& > .message-actions': { opacity: 0 },
        '&:hover > .message-actions, &:focus-within > .message-actions': { opacity: 1 },
      },
    }}
  >
    <Box
      maxW="min(85%, 560px)"
      minW="24"
      px="3"
      py="1.5"
      borderRadius="l3"
      borderWidth="1px"
      borderColor={isShown ? 'accent.solid' : isOwn ? 'transparent' : 'border'}
      bg={isOwn ? 'accent.subtle' : 'bg.panel'}
    >
      {children}
    </Box>
    <Box className="message-actions" display="flex">
      {actions}
    </Box>
  </Box>
)

/** CHAT-24 */
export function Quote({ message }: { message: ChatMessage | undefined }) {
  const t = useTranslate()
  const text = message && (message.delete === 1 ? t('Message deleted') : messagePreview(message.text) || message.file?.name)
  return (
    <Box
      borderInlineStartWidth="3px"
      borderColor="accent.solid"
      ps="2"
      my="1"
      fontSize="sm"
      color="fg.muted"
      overflowWrap="anywhere"
      dir="auto"
    >
      {text ?? t('An earlier message')}
    </Box>
  )
}

/** A picture to look at, or a file to save. */
function FileView({ file }: { file: ChatFile }) {
  const t = useTranslate()
  const { session } = useCore()
  const content = useSelected(session.store, ({ addresses }) => addresses.content)
  const [isZoomed, setIsZoomed] = useState(false)
  const url = file.flag === 2 ? `${content}${file.content}` : undefined
  if (file.type.startsWith('image/')) {
    const src = url ?? `data:${file.type};base64,${file.content}`
    return (
      <>
        <button
          type="button"
          aria-label={t('Open image %1', [file.name])}
          style={{ cursor: 'zoom-in', display: 'block' }}
          onClick={() => setIsZoomed(true)}
        >
          <img src={src} alt={file.name} loading="lazy" style={{ maxWidth: '100%', maxHeight: 240, borderRadius: 6 }} />
        </button>
        {isZoomed && <ImageZoom src={src} name={file.name} onClose={() => setIsZoomed(false)} />}
      </>
    )
  }
  return (
    <Box display="flex" alignItems="center" gap="2" my="1">
      <Icon name="download" />
      {url === undefined ? (
        <bdi>{file.name}</bdi>
      ) : (
        <a
          href={`${url}?name=${encodeURIComponent(file.name)}`}
          download={file.name}
          style={{ display: 'inline-block', paddingBlock: 4, textDecoration: 'underline', overflowWrap: 'anywhere' }}
        >
          <bdi>{file.name}</bdi>
        </a>
      )}
    </Box>
  )
}
