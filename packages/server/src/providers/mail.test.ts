import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import type { Config } from '#server/config'
import { openBulkMailer } from './mail.ts'

it('a mail server that never greets has certainly taken nothing', { timeout: 30_000 }, async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const mailer = openBulkMailer({ TIFFIN_SMTP_URL: `smtp://127.0.0.1:${port}`, TIFFIN_MAIL_FROM: 'a@example.com' } as Config)
  const delivery = await mailer?.send({ id: '1', to: 'ida@example.com', subject: 'a', text: 'b' })
  expect(delivery).toMatchObject({ result: 'unreachable', failure: { isUncertain: false } })
  mailer?.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
