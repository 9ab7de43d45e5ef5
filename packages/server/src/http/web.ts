import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Serves the built console from `folder`; unknown page addresses get its start page, whose router decides. */
export async function serveWeb(fastify: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined || !existsSync(path.join(folder, 'index.html'))) {
    fastify.setNotFoundHandler((_request, reply) =>
      reply.code(404).type('text/plain').send('The web console is not built: npm run build\n'),
    )
    return
  }
  await fastify.register(fastifyStatic, {
    root: path.resolve(folder),
    wildcard: true,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Stores load it into their own pages.
      if (file.includes(path.join('chat', 'widget.js'))) reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
  })
  fastify.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !path.extname(request.url.split('?')[0] ?? '')
    if (!page) return reply.code(404).type('text/plain').send('Not found\n')
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  })
}
