/** Prints a page in a hidden frame: the console has no layout for paper. */
export function printHtml(html: string, done?: () => void): void {
  const frame = document.createElement('iframe')
  frame.title = 'print'
  frame.style.cssText = 'position:fixed;inset-inline-start:-10000px;width:1px;height:1px;border:0'
  frame.srcdoc = html
  frame.addEventListener('load', () => {
    const page = frame.contentWindow
    if (!page) return
    page.addEventListener('afterprint', () => {
      frame.remove()
      done?.()
    })
    page.print()
  })
  document.body.append(frame)
}
