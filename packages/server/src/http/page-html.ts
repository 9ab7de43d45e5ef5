const languages = ['en', 'ru', 'ar'] as const
export type PageLang = (typeof languages)[number]

export const pageLang = (lang: unknown): PageLang => languages.find((one) => one === lang) ?? 'en'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const style = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;background:light-dark(#f4f4f5,#18181b);color:light-dark(#18181b,#f4f4f5)}
main{width:100%;max-width:24rem;box-sizing:border-box;padding:1.5rem;border-radius:.75rem;background:light-dark(#fff,#27272a)}
h1{margin:0 0 .5rem;font-size:1.375rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:1rem 0 1.5rem}
dd{margin:0;text-align:end;overflow-wrap:anywhere}form{display:flex;gap:.75rem}
button{flex:1;min-height:2.75rem;font:inherit;border-radius:.5rem;border:1px solid light-dark(#52525b,#a1a1aa);background:none;color:inherit;cursor:pointer}
button.main,button[value=pay]{background:light-dark(#0f766e,#5eead4);color:light-dark(#fff,#042f2e);border-color:transparent}
:focus-visible{outline:3px solid light-dark(#2563eb,#93c5fd);outline-offset:2px}`

/** A page of one question: works without scripts, by keyboard, dark and right to left. */
export const pageHtml = (lang: PageLang, title: string, body: string): string =>
  `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
