import type { PushDevice, PushPermission, PushPort } from '@tiffin/core'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { kitchen } from '../test/kitchen.ts'
import { openConsole } from '../test/open-console.tsx'

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }

/** A browser that answers the question for permission with this. */
function browser(answer: PushPermission, { isPhone = false, registers = true } = {}): PushPort & { asked: number } {
  let permission: PushPermission = 'default'
  const device: PushDevice = {
    permission: () => permission,
    async ask() {
      port.asked += 1
      return (permission = answer)
    },
    async subscribe() {
      if (!registers) throw new Error('no push service')
      return subscription
    },
    unsubscribe: async () => subscription.endpoint,
  }
  const port = { asked: 0, asksAtStart: isPhone, load: async () => device }
  return port
}

const answers = {
  'Push.key': { data: { status: 'OK', key: 'server-key' } },
  'Push.subscribe': { data: { status: 'OK' } },
  'Push.unsubscribe': { data: { status: 'OK' } },
}
const open = (push: PushPort | undefined, more: Partial<Parameters<typeof openConsole>[1]> = {}) =>
  openConsole('/Company/Tag', { rows: kitchen, answers, ...(push ? { push } : {}), ...more })

describe('push messages at the start', () => {
  it('SHELL-09: on a phone the console asks for permission and registers', async () => {
    const push = browser('granted', { isPhone: true })
    const server = await open(push)
    await expect.poll(() => server.seen.find(({ call }) => call === 'Push.subscribe')?.data).toEqual({ subscription })
    expect(push.asked).toBe(1)
  })

  it.each([
    ['a denied permission', browser('denied', { isPhone: true })],
    ['a registration error', browser('granted', { isPhone: true, registers: false })],
  ])('SHELL-10: after %s the console starts all the same, in its language', async (_, push) => {
    const server = await open(push, { lang: 'ru' })
    await expect.element(page.getByTestId('record-list')).toMatchTextContent('Здесь пока ничего нет')
    expect(push.asked).toBe(1)
    expect(server.seen.map(({ call }) => call)).not.toContain('Push.subscribe')
  })
})

describe('the switch in the profile', () => {
  const section = page.getByTestId('push')
  const toggle = section.getByRole('switch')
  const openProfile = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
  }

  it('turns notifications on and off, also elsewhere than on a phone', async () => {
    const server = await open(browser('granted'))
    await openProfile()
    await expect.element(toggle).not.toBeChecked()
    await toggle.click()
    await expect.element(toggle).toBeChecked()
    expect(server.seen.find(({ call }) => call === 'Push.subscribe')?.data).toEqual({ subscription })
    await expectNoFaults()
    await toggle.click()
    await expect.element(toggle).not.toBeChecked()
    const { endpoint } = subscription
    expect(server.seen.find(({ call }) => call === 'Push.unsubscribe')?.data).toEqual({ endpoint })
  })

  it('says where to allow them after a refusal, and that a browser does not support them', async () => {
    await open(browser('denied'))
    await openProfile()
    await toggle.click()
    await expect.element(section.getByRole('alert')).toMatchTextContent('Allow them in the settings of your browser')
    await expect.element(toggle).not.toBeChecked()
    await open(undefined)
    await openProfile()
    await expect.element(section).toMatchTextContent("This browser can't show notifications.")
  })
})
