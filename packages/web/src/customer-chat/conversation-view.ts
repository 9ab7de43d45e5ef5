import type { ChatFile, ChatMessage, ChatOpening } from '@tiffin/sdk/contract'
import { type Chat, type ChatState, messagePreview, richParts, selectConnection, withDates } from '@tiffin/core/chat/customer'
import { element } from './element.ts'
import { icon } from './icon.ts'
import { openingTextsIn } from './opening-texts.ts'
import { clockTime, isOpen, openingText, replyText } from './opening.ts'
import { sentence } from './sentence.ts'
import { MAX_BYTES, smallFile } from './small-file.ts'
import type { CustomerText, Language, Translate } from './texts.ts'

const stateTexts: readonly CustomerText[] = ['connecting', 'online', 'offline', 'typing']
/** How often the opening hours are looked at. */
const MINUTE_MS = 60_000
const markTexts: Readonly<Record<number, CustomerText>> = { 1: 'sent', 2: 'delivered', 3: 'read' }

/** The conversation of the customer and the place to write in. */
export function conversationView(options: { chat: Chat; user: number; t: Translate; lang: Language }): {
  element: HTMLElement
  /** Whether there is a connection, or someone is typing. */
  state: HTMLElement
  /** Whether the company is open, and how fast it usually replies. */
  opening: HTMLElement
  say(text: string): void
  stop(): void
} {
  const { chat, user, t, lang } = options
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })
  const dayOf = (date: string): string => days.format(new Date(date))
  let file: ChatFile | null = null
  let isAtEnd = true
  const drawn = new Map<string, { parts: readonly unknown[]; row: HTMLElement }>()
  const scrollToEnd = (): void => void (log.scrollTop = log.scrollHeight)

  const state = element('p', { class: 'state', role: 'status' })
  const opening = element('p', { class: 'opening' })
  const closed = element('p', { class: 'closed', hidden: true }, openingTextsIn(lang)('writeAnyway'))
  const notice = element('p', { class: 'problem', role: 'alert' })
  const older = element('button', { type: 'button', class: 'plain', hidden: true, click: () => chat.loadOlder() }, t('older'))
  const list = element('div', { class: 'list' })
  const log = element('div', { class: 'log', role: 'log', 'aria-label': t('title'), tabindex: '0' }, older, list)
  const editor = element('textarea', {
    rows: '1',
    maxlength: '10000',
    'aria-label': t('message'),
    placeholder: t('message'),
    dir: 'auto',
  })
  const chosen = element('div', { class: 'chosen', hidden: true })
  const picker = element('input', { type: 'file', hidden: true, change: () => void attach() })
  const attachButton = element(
    'button',
    { type: 'button', class: 'icon', 'aria-label': t('attach'), title: t('attach'), click: () => picker.click() },
    icon('attach'),
  )
  const form = element(
    'form',
    {
      submit: (event: SubmitEvent) => {
        event.preventDefault()
        send()
      },
    },
    picker,
    attachButton,
    editor,
    element('button', { type: 'submit', class: 'icon solid', 'aria-label': t('send'), title: t('send') }, icon('send')),
  )
  const draft = chat.draft(user)
  editor.value = draft.text
  choose(draft.file ?? null)
  editor.addEventListener('input', () => {
    keep()
    chat.typed()
    fit()
  })
  editor.addEventListener('keydown', (event) => {
    const isMobile = matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.isComposing || event.shiftKey || isMobile) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) editor.setRangeText('\n', editor.selectionStart, editor.selectionEnd, 'end')
    else send()
  })

  log.addEventListener('scroll', () => (isAtEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 60))
  // A picture gets its height only now.
  log.addEventListener('load', () => isAtEnd && scrollToEnd(), true)
  // The keyboard of a phone, or the widget that opens.
  new ResizeObserver(() => isAtEnd && scrollToEnd()).observe(log)

  const timer = setInterval(() => drawOpening(chat.store.getState()), MINUTE_MS)
  chat.store.subscribe(draw)
  draw(chat.store.getState())
  fit()
  return {
    element: element('main', {}, log, closed, notice, chosen, form),
    state,
    opening,
    stop: () => clearInterval(timer),
    say: (text) => void (notice.textContent = text),
  }

  function send(): void {
    if (!chat.send({ text: editor.value, quote: null, file })) return
    editor.value = ''
    choose(null)
    notice.textContent = ''
    fit()
    scrollToEnd()
    editor.focus()
  }

  function keep(): void {
    chat.keepDraft(user, { text: editor.value, quote: null, file })
  }

  function fit(): void {
    editor.rows = Math.min(6, editor.value.split('\n').length)
  }

  async function attach(): Promise<void> {
    const [picked] = picker.files ?? []
    picker.value = ''
    if (!picked) return
    const small = await smallFile(picked)
    notice.textContent = small ? '' : t('tooLarge', MAX_BYTES / 1000)
    choose(small ?? null)
  }

  function choose(next: ChatFile | null): void {
    file = next
    keep()
    chosen.hidden = next === null
    const remove = element(
      'button',
      { type: 'button', class: 'icon', 'aria-label': t('removeFile'), title: t('removeFile'), click: () => choose(null) },
      icon('close', 16),
    )
    chosen.replaceChildren(...(next ? [element('bdi', {}, next.name), remove] : []))
  }

  function draw(current: ChatState): void {
    const before = { height: log.scrollHeight, first: list.firstElementChild?.id }
    const connection = selectConnection(current)
    state.textContent = t(stateTexts[connection] ?? 'connecting')
    state.dataset['state'] = String(connection)
    older.hidden = !current.hasOlder
    drawOpening(current)
    const { messages } = current
    const cycle = current.opening?.hour_cycle
    const byUuid = new Map(messages.map((message) => [message.uuid, message]))
    const rows = withDates(messages, dayOf).map((message, index) => {
      const quoted = byUuid.get(message.quote ?? '')
      return kept(message.uuid, [messages[index], message.showdate, quoted, cycle], () => messageRow(message, quoted, cycle))
    })
    const unsent = current.unsent.map((message) => kept(message.intent_id, [message], () => unsentRow(message, t('sending'))))
    const refused = [...current.refused.values()].map(({ message, error }) =>
      kept(message.intent_id, [message, error], () => unsentRow(message, t('notSent', sentence(error)), true)),
    )
    const all = [...rows, ...unsent, ...refused]
    const next = all.length > 0 || current.loading ? all : [kept('empty', [], () => element('p', { class: 'empty' }, t('empty')))]
    // Keeps the selection and the focus when no message has changed.
    if (next.length === list.children.length && next.every((row, index) => row === list.children[index])) return
    list.replaceChildren(...next)
    if (isAtEnd) scrollToEnd()
    else if (before.first !== list.firstElementChild?.id) log.scrollTop += log.scrollHeight - before.height
  }

  function drawOpening({ opening: told }: ChatState): void {
    const now = Date.now()
    const texts = told ? [openingText(told, now, lang), replyText(told, lang)] : []
    opening.textContent = texts.filter(Boolean).join(' · ')
    closed.hidden = !told || isOpen(told, now) !== false
  }

  /** The row as it was drawn before, if nothing of it has changed. */
  function kept(key: string, parts: readonly unknown[], make: () => HTMLElement): HTMLElement {
    const earlier = drawn.get(key)
    if (earlier?.parts.length === parts.length && earlier.parts.every((part, index) => part === parts[index])) return earlier.row
    const row = make()
    drawn.set(key, { parts, row })
    return row
  }

  function messageRow(
    message: ChatMessage,
    quoted: ChatMessage | undefined,
    cycle: ChatOpening['hour_cycle'] | undefined,
  ): HTMLElement {
    const isOwn = message.type === 0
    const mark = isOwn ? markTexts[message.status] : undefined
    return element(
      'article',
      { id: `m${message.uuid}`, class: isOwn ? 'own' : 'theirs', 'data-status': String(message.status) },
      message.showdate === 1 && element('p', { class: 'day' }, dayOf(message.date)),
      !isOwn && element('p', { class: 'author', dir: 'auto' }, message.admin_name || t('us')),
      message.delete === 1
        ? element('p', { class: 'deleted' }, t('deleted'))
        : element(
            'div',
            { class: 'bubble', dir: 'auto' },
            quoted &&
              element('blockquote', {}, quoted.delete === 1 ? t('deleted') : messagePreview(quoted.text) || quoted.file?.name),
            message.file && fileView(message.file),
            ...richText(message.text),
          ),
      element(
        'p',
        { class: 'time' },
        [clockTime(new Date(message.date), lang, cycle), mark && t(mark)].filter(Boolean).join(' · '),
      ),
    )
  }

  function unsentRow(message: ChatState['unsent'][number], note: string, isRefused = false): HTMLElement {
    return element(
      'article',
      { id: `m${message.intent_id}`, class: 'own unsent' },
      element(
        'div',
        { class: 'bubble', dir: 'auto' },
        message.file && element('bdi', {}, message.file.name),
        ...richText(message.text),
      ),
      element('p', { class: 'time' }, note),
      isRefused && element('button', { type: 'button', class: 'plain', click: () => chat.resend() }, t('again')),
      isRefused &&
        element('button', { type: 'button', class: 'plain', click: () => chat.discard(message.intent_id) }, t('discard')),
    )
  }
}

const richText = (html: string): Node[] =>
  richParts(html).map(({ text, styles, href }) => {
    const inside = styles.reduceRight<Node>(
      (node, style) => element(style as 'b' | 'i' | 'u' | 's' | 'code', {}, node),
      document.createTextNode(text),
    )
    return href === undefined ? inside : element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, inside)
  })

function fileView({ flag, type, name, content }: ChatFile): HTMLElement {
  const url = flag === 2 ? `/content/${content}` : `data:${type};base64,${content}`
  if (type.startsWith('image/'))
    return element(
      'a',
      { href: url, target: '_blank', rel: 'noopener' },
      element('img', { src: url, alt: name, loading: 'lazy' }),
    )
  return element('a', { href: `${url}?name=${encodeURIComponent(name)}`, download: name }, element('bdi', {}, name))
}
