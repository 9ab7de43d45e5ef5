import { type PageSize, printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'

const MM_PER_PIXEL = 25.4 / 96
/** Seconds that the print dialog, which blocks the whole tab, may stay open before other consoles are alerted. */
const DIALOG_SECONDS = 300
/** Keeps rounding from pushing the last line onto another page. */
const SPARE_MM = 2

/**
 * A separate document for a ticket, without scripts and without the console's styles. It
 * is laid out but invisible; some browsers print nothing from frames with display: none.
 */
async function openFrame(html: string, pageSize: PageSize): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.title = 'print'
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.dataset['testid'] = 'print-frame'
  frame.style.cssText = 'position:fixed;top:0;left:-9999px;width:210mm;height:297mm;border:0'
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><body style="margin:0">${html}`
  await new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true })
    document.body.append(frame)
  })
  if (pageSize !== 'a4') fitPage(frame, pageSize)
  return frame
}

/** Browsers without support for `size: 80mm auto` get the length of the longest section between two cuts. */
function fitPage({ contentDocument: page }: HTMLIFrameElement, pageSize: PageSize): void {
  const ticket = page?.querySelector('.ticket')
  if (!page || !ticket) return
  const { top, bottom } = ticket.getBoundingClientRect()
  const cuts = [...ticket.querySelectorAll('.cut')].map((cut) => cut.getBoundingClientRect().bottom)
  const ends = [...cuts, bottom]
  const longest = Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? top)))
  const style = page.createElement('style')
  style.textContent = `@page{size:${pageSize} ${Math.ceil(longest * MM_PER_PIXEL) + SPARE_MM}mm;margin:0}`
  page.head.append(style)
}

/**
 * The browser's print dialog as a printer. No browser reports whether paper came out, so `cameOut` is called while the
 * dialog is open, with a promise that resolves when the dialog closes.
 */
export const createPagePrinter = (
  pageSize: PageSize,
  cameOut: (closed: Promise<void>) => Promise<boolean>,
): PrinterTransport => ({
  name: pageSize,
  kind: 'page',
  pageSize,
  patience: DIALOG_SECONDS,
  status: () => Promise.resolve(unknownStatus),
  async send(bytes, { onFirstByte, signal } = {}) {
    const frame = await openFrame(new TextDecoder().decode(bytes), pageSize)
    try {
      const page = frame.contentWindow
      if (signal?.aborted || !page) throw printerError('printer_cancelled')
      await onFirstByte?.()
      const closed = new Promise<void>((resolve) => page.addEventListener('afterprint', () => resolve(), { once: true }))
      page.print()
      if (!(await cameOut(closed))) throw printerError('printer_not_printed')
      return { sent: bytes.length }
    } finally {
      frame.remove()
    }
  },
})
