import { Box } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { isApiError, MAX_CHAT_FILE } from '@tiffin/sdk/contract'
import { type ChatDraft, hasContent } from '@tiffin/core/chat'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Paperclip } from 'lucide-react'
import { Button, TextArea } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { SvgIcon } from '../ui/svg-icon.tsx'
import { answerId, AnswerList, useAnswerChoice } from './answer-list.tsx'
import { Quote } from './message-row.tsx'
import { readBase64 } from './read-base64.ts'
import { useChat } from './use-chat.ts'

/** On a touch keyboard Enter adds a line (CHAT-21). */
const isMobile = (): boolean => window.matchMedia('(pointer: coarse)').matches

interface Props {
  user: number
  draft: ChatDraft
  onChange: (change: Partial<ChatDraft>) => void
}

/** Message editor. Drafts stay on this device until they are sent. */
export function Composer({ user, draft, onChange }: Props) {
  const t = useTranslate()
  const chat = useChat()
  const { notices } = useCore()
  const quoted = useSelected(chat.store, ({ messages }) => messages.find(({ uuid }) => uuid === draft.quote))
  const { file = null } = draft
  const [isUploading, setIsUploading] = useState(false)
  const editor = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const answers = useAnswerChoice({ user, text: draft.text, onInsert: (text) => onChange({ text }) })
  const isChoosing = (answers.found?.length ?? 0) > 0
  const canSend = hasContent(draft.text, file) && !isUploading
  useEffect(() => {
    if (!isUploading) return
    // A reload would cancel it.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUploading])

  function send(): void {
    if (!canSend || !chat.send(draft)) return
    onChange({ text: '', quote: null, file: null })
    editor.current?.focus()
  }

  async function attach(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    if (chosen.size > MAX_CHAT_FILE) {
      notices.show('negative', 'File too large: the limit is %1 MB', { params: [MAX_CHAT_FILE / 1_000_000] })
      return
    }
    setIsUploading(true)
    try {
      onChange({ file: await chat.upload({ name: chosen.name, type: chosen.type, content: await readBase64(chosen) }) })
    } catch (error) {
      notices.showSentence('negative', isApiError(error) ? error : { text: 'Server error' })
    } finally {
      setIsUploading(false)
    }
  }

  return (
    <Box
      borderTopWidth="1px"
      p="2"
      display="grid"
      gap="1.5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void attach(event.dataTransfer.files[0])
      }}
    >
      <AnswerList {...answers} />
      {draft.quote !== null && (
        <Box display="flex" alignItems="center" gap="2">
          <Box flex="1" minW="0">
            <Quote message={quoted} />
          </Box>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('Remove quote')}
            title={t('Remove quote')}
            onClick={() => onChange({ quote: null })}
          >
            <Icon name="close" />
          </Button>
        </Box>
      )}
      {(file || isUploading) && (
        <Box display="flex" alignItems="center" gap="2" fontSize="sm">
          <Icon name={file?.type.startsWith('image/') ? 'image' : 'upload'} />
          <Box flex="1" minW="0" overflow="hidden" textOverflow="ellipsis">
            {file ? <bdi>{file.name}</bdi> : t('Uploading…')}
          </Box>
          {file && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('Remove file')}
              title={t('Remove file')}
              onClick={() => onChange({ file: null })}
            >
              <Icon name="close" />
            </Button>
          )}
        </Box>
      )}
      <Box display="flex" alignItems="flex-end" gap="2">
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('Attach file')}
          onChange={({ target }) => {
            void attach(target.files?.[0])
            target.value = ''
          }}
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('Attach file')}
          title={t('Attach file')}
          disabled={isUploading}
          onClick={() => picker.current?.click()}
        >
          <SvgIcon icon={Paperclip} />
        </Button>
        <TextArea
          ref={editor}
          flex="1"
          h="auto"
          minH="control"
          maxH="40vh"
          py="1.5"
          rows={Math.min(8, draft.text.split('\n').length)}
          css={{ fieldSizing: 'content' }}
          resize="none"
          dir="auto"
          aria-label={t('Message')}
          aria-controls={isChoosing ? answers.id : undefined}
          aria-activedescendant={isChoosing ? answerId(answers.id, answers.at) : undefined}
          placeholder={t('Message. Type / for a canned answer')}
          maxLength={10_000}
          autoFocus={!isMobile()}
          value={draft.text}
          data-testid="chat-editor"
          onChange={({ target }) => {
            onChange({ text: target.value })
            chat.typed()
          }}
          onPaste={(event) => {
            const [pasted] = event.clipboardData.files
            if (!pasted) return
            event.preventDefault()
            void attach(pasted)
          }}
          onKeyDown={(event) => {
            if (answers.onKey(event)) return
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Shift+Enter adds a line by itself (CHAT-22).
            if (event.shiftKey || isMobile()) return
            event.preventDefault()
            if (event.ctrlKey || event.metaKey) addLine(event.currentTarget, { draft, onChange })
            else send()
          }}
        />
        <Button variant="solid" size="icon" aria-label={t('Send')} title={t('Send')} disabled={!canSend} onClick={send}>
          <Icon name="send" />
        </Button>
      </Box>
    </Box>
  )
}

function addLine(editor: HTMLTextAreaElement, { draft, onChange }: Pick<Props, 'draft' | 'onChange'>): void {
  const { selectionStart: start, selectionEnd: end } = editor
  onChange({ text: `${draft.text.slice(0, start)}\n${draft.text.slice(end)}` })
  requestAnimationFrame(() => editor.setSelectionRange(start + 1, start + 1))
}
