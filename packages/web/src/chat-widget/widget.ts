import { icon } from '../customer-chat/icon.ts'
import { languageOf, textsIn } from '../customer-chat/texts.ts'

// <script src="https://…/chat/widget.js" data-company="5"></script> puts a button on a store's page that opens the chat in a frame
// of its own origin (AMB-259), so that neither page can read the other.

const script = document.currentScript as HTMLScriptElement | null
const company = script?.dataset['company'] ?? ''
if (script && /^\d+$/.test(company)) start(new URL(script.src).origin, company)
else console.error('Tiffin chat: the script needs data-company="number"')

function start(origin: string, id: string): void {
  const lang = languageOf(`?lang=${script?.dataset['lang'] ?? document.documentElement.lang}`, navigator.languages)
  const t = textsIn(lang)
  const isRtl = document.documentElement.dir === 'rtl'
  let frame: HTMLIFrameElement | undefined
  let isLoaded = false

  const button = document.createElement('button')
  button.type = 'button'
  const badge = document.createElement('span')
  const style = (element: HTMLElement, values: Partial<CSSStyleDeclaration>): void => void Object.assign(element.style, values)
  const side = isRtl ? 'left' : 'right'
  style(button, {
    position: 'fixed',
    bottom: '20px',
    [side]: '20px',
    zIndex: '2147483646',
    width: '56px',
    height: '56px',
    border: '0',
    borderRadius: '28px',
    background: '#2f5bd7',
    color: '#fff',
    padding: '0',
    cursor: 'pointer',
    boxShadow: '0 4px 16px rgb(0 0 0 / 30%)',
  })
  style(badge, {
    position: 'absolute',
    top: '-4px',
    [side]: '-4px',
    minWidth: '20px',
    padding: '2px 5px',
    borderRadius: '10px',
    background: '#b3261e',
    font: '600 13px/16px system-ui, sans-serif',
    display: 'none',
  })
  const sign = document.createElement('span')
  style(sign, { display: 'grid', placeItems: 'center' })
  button.append(sign, badge)

  function makeFrame(): HTMLIFrameElement {
    const made = document.createElement('iframe')
    made.src = `${origin}/chat/${id}/?lang=${lang}`
    made.title = t('title')
    made.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads')
    style(made, {
      position: 'fixed',
      bottom: '88px',
      [side]: '20px',
      zIndex: '2147483646',
      width: 'min(380px, calc(100vw - 40px))',
      height: 'min(600px, calc(100dvh - 108px))',
      border: '0',
      borderRadius: '16px',
      background: '#fff',
      boxShadow: '0 8px 32px rgb(0 0 0 / 30%)',
      display: 'none',
    })
    made.addEventListener('load', () => {
      isLoaded = true
      tell()
    })
    document.body.append(made)
    return made
  }

  const isOpen = (): boolean => frame !== undefined && frame.style.display !== 'none'
  const tell = (): void => {
    if (isLoaded) frame?.contentWindow?.postMessage({ tiffinChat: isOpen() ? 'shown' : 'hidden' }, origin)
  }

  function draw(): void {
    sign.replaceChildren(icon(isOpen() ? 'close' : 'chat', 26))
    button.setAttribute('aria-expanded', String(isOpen()))
    const count = badge.textContent
    button.setAttribute('aria-label', isOpen() ? t('close') : `${t('open')}${count ? ` (${count})` : ''}`)
  }

  button.addEventListener('click', () => {
    frame ??= makeFrame()
    frame.style.display = isOpen() ? 'none' : 'block'
    tell()
    draw()
  })
  addEventListener(
    'message',
    ({ origin: from, source, data }: MessageEvent<{ tiffinChat?: unknown; count?: unknown } | null>) => {
      if (from !== origin || source !== frame?.contentWindow || data?.tiffinChat !== 'unread') return
      const count = Math.min(99, Math.max(0, Number(data.count) || 0))
      badge.textContent = count === 0 || isOpen() ? '' : String(count)
      badge.style.display = badge.textContent === '' ? 'none' : 'block'
      draw()
    },
  )
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isOpen()) button.click()
  })

  draw()
  document.body.append(button)
}
