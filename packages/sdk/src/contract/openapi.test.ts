import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls/index.ts'
import { openApi } from './openapi.ts'

it('the OpenAPI description is valid by a public tool, which finds a mistake in it', async () => {
  const description = openApi()
  const validator = new Validator()
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const wrong = { ...structuredClone(description), paths: { '/Auth/Login': { post: { parameters: [{ name: 'x' }] } } } }
  expect(await new Validator().validate(wrong)).toMatchObject({ valid: false })
})

it('the OpenAPI description has every call that can be made, with who may make it', () => {
  const { paths } = openApi() as { paths: Record<string, { post: { security: unknown } }> }
  const declared = Object.values(calls).flatMap((methods) => Object.values(methods) as Call[])
  const made = declared.filter(({ planned }) => planned !== true)
  expect(Object.keys(paths)).toEqual(made.map(({ api, method }) => `/${api}/${method}`))
  const securityOf = (path: string) => paths[path]?.post.security
  expect(securityOf('/Auth/Login')).toEqual([{}, { session: [] }])
  expect(securityOf('/Token/create')).toEqual([{ session: [] }])
  expect(securityOf('/Reference/saveData')).toEqual([{ session: [] }, { access_token: ['write'] }, { access_token: ['config'] }])
})
