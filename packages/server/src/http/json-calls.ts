import type { FastifyInstance, RouteShorthandOptionsWithHandler } from 'fastify'
import { openApi } from '@tiffin/sdk/contract'

/**
 * Calls whose body is their input as JSON, at `/api/{api}/{method}`, and their OpenAPI description (AMB-234). `route` carries
 * out calls of the form.
 */
export async function serveJsonCalls(fastify: FastifyInstance, route: RouteShorthandOptionsWithHandler): Promise<void> {
  let description: string | undefined
  fastify.get('/api/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send((description ??= JSON.stringify(openApi()))),
  )
  // Only these routes read JSON.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    // A cookie counts only with the token of a form, so there is nothing here that a foreign page could use.
    scope.addHook('onRequest', async (request) => void (request.cookies = {}))
    scope.post<{ Params: { api: string; method: string }; Querystring: Record<string, unknown> }>('/api/:api/:method', {
      ...route,
      // From here on, it is a form. The text of the body is parsed and checked as its field `data`, which may be empty.
      preHandler: async (request) => {
        const { company, lang, idempotency_key, app } = request.query
        request.body = { ...request.params, company, lang, idempotency_key, app, data: request.body ?? '' }
      },
    })
  })
}
