// Runs before the first paint, so that neither theme nor direction flashes. A separate file because the page's policy
// forbids inline scripts. These keys are written by src/theme/color-mode.ts, src/browser-ports.ts and
// src/document-language.ts.
{
  const read = (key) => {
    try {
      return localStorage.getItem(`tiffin.${key}`)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const theme = read('theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.add(dark ? 'dark' : 'light')
  root.style.colorScheme = dark ? 'dark' : 'light'
  root.lang = read('lang') || 'en'
  root.dir = read('dir') === 'rtl' ? 'rtl' : 'ltr'
}
