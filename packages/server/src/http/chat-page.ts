import { hasOption, localized } from '@tiffin/core/rules'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readCompany } from '#tenant/company-state'

/**
 * The page of a company's chat for its customers, alone or in the frame of the widget (AMB-259). Only the company's own store may
 * show it in a frame.
 */
export function serveChatPage(fastify: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  fastify.get<{ Params: { company: string } }>('/chat/:company(^\\d{1,15}$)', async (request, reply) => {
    const company = Number(request.params.company)
    const state = await db.read({ company }, (tx) => readCompany(tx, company))
    if (!state || !hasOption(state, 'allow_chat').allowed)
      return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not found\n')
    const lang = request.headers['accept-language']?.slice(0, 2) ?? 'en'
    const stores = [state.domain, state.domain_config].flatMap(storeOrigin)
    // For old browsers, which would show it in no frame at all.
    reply.raw.removeHeader('X-Frame-Options')
    return reply
      .header(
        'Content-Security-Policy',
        [
          `default-src 'none'`,
          `script-src 'self'`,
          `style-src 'self'`,
          `img-src 'self' data: blob:`,
          `connect-src 'self'`,
          `base-uri 'none'`,
          `form-action 'self'`,
          `frame-ancestors ${["'self'", ...stores].join(' ')}`,
        ].join('; '),
      )
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(company, localized(state.name, lang)))
  })
}

const page = (company: number, name: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/chat/chat.css">
</head>
<body>
<div id="chat" data-company="${company}" data-name="${escapeAttribute(name)}"></div>
<script src="/chat/chat.js"></script>
</body>
</html>
`

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The origin of a store's domain, as a policy names it. */
function storeOrigin(domain: string): string[] {
  const url = domain === '' ? null : URL.parse(/^https?:\/\//i.test(domain) ? domain : `https://${domain}`)
  return url && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.host) ? [url.origin] : []
}
