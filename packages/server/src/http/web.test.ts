import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { serveWeb } from './web.ts'

it('SHELL-39: serves flags under a static path and revalidates them each time; an unknown country has no flag', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-web-'))
  const server = fastify()
  onTestFinished(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  await mkdir(path.join(folder, 'flags'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  await writeFile(path.join(folder, 'flags/de.svg'), '<svg/>')
  await serveWeb(server, folder)
  const flag = await server.inject('/flags/de.svg')
  expect(flag).toMatchObject({ statusCode: 200, body: '<svg/>' })
  expect(flag.headers['content-type']).toMatch(/^image\/svg/)
  expect(flag.headers['cache-control']).toBe('no-cache')
  expect(await server.inject('/flags/xx.svg')).toMatchObject({ statusCode: 404 })
  expect(await server.inject('/Company/Order')).toMatchObject({ statusCode: 200, body: '<!doctype html>' })
})
