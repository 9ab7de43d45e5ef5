import type { FastifyInstance } from 'fastify'
import { type ContentStore, contentType, isContentName } from '#content/content-store'

const attachment = (name: unknown): string => {
  const encoded = encodeURIComponent(typeof name === 'string' ? name.slice(0, 255).toWellFormed() : 'file')
  return `attachment; filename*=UTF-8''${encoded.replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`
}

/** Serves stored pictures and sounds. A name identifies the content, so a browser requests each only once. */
export function serveContent(fastify: FastifyInstance, store: ContentStore): void {
  fastify.get<{ Params: { name: string } }>('/content/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = isContentName(name) ? await store.get(name) : undefined
    if (!bytes) return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not found\n')
    reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('ETag', `"${name}"`)
      // Harmless even when opened as a page; other pages of the company may embed it.
      .header('Content-Security-Policy', `default-src 'none'; sandbox`)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Access-Control-Allow-Origin', '*')
    // A customer's file is saved under the name that its message shows, never opened.
    if (name.endsWith('.bin')) reply.header('Content-Disposition', attachment((request.query as { name?: unknown }).name))
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
    if (known.includes(`"${name}"`) || known.includes('*')) return reply.code(304).send()
    return reply.type(contentType(name)).send(bytes)
  })
}
