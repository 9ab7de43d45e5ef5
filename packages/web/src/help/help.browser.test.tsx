import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { kitchen, order } from '../test/kitchen.ts'
import { operator, owner } from '../test/people.ts'

const panel = page.getByTestId('help-panel')
const tour = page.getByTestId('tour')
const open = { 'help.closed': '' }
const unseen = { 'tour.1': '', 'guide.contacts.1': '' }
const contactLinks = {
  app_settings: [{ name: 'contact_links', value: 'telegram https://t.me/tiffin\nmail mailto:help@example.com' }],
}

describe('help', () => {
  it.each([
    [1301, true],
    [1300, false],
  ])('SHELL-27: a window of %i px shows the panel at the side: %s', async (width, isShown) => {
    await openConsole('/Company/User', { stored: open, width })
    await expect.element(page.getByTestId('record-list')).toBeVisible()
    if (isShown) await expect.element(panel).toMatchTextContent('Customers')
    else await expect.element(panel).not.toBeInTheDocument()
  })

  it('SHELL-27: each page has its own text; a closed panel stays closed', async () => {
    await openConsole('/Company/User', { stored: open })
    await expect.element(panel).toMatchTextContent('The people who order')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByTestId('menu').getByRole('link', { name: 'Merchants' }).click()
    await expect.element(panel).toMatchTextContent('The kitchens and stores')
    await panel.getByRole('button', { name: 'Close help' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect.element(panel).toBeVisible()
  })

  it('in a narrow window it opens above the page and takes the focus; Escape closes it', async () => {
    await openConsole('/Company/User', { width: 800 })
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect.element(panel).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('the search finds a topic by its text, in the user’s language', async () => {
    await openConsole('/Company/User', { stored: open, lang: 'ru' })
    await panel.getByRole('searchbox', { name: 'Поиск в справке' }).fill('терминал')
    await panel.getByRole('button', { name: 'Терминал на кухне' }).click()
    await expect.element(panel).toMatchTextContent('Та же доска в терминале')
  })

  it('the palette finds topics by their text', async () => {
    await openConsole('/Company/User')
    await expect.element(page.getByRole('button', { name: 'Search everything' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByTestId('palette').getByRole('combobox').fill('power cut')
    await page.getByRole('option', { name: 'Kitchen terminal' }).click()
    await expect.element(panel).toMatchTextContent('comes back by itself')
  })

  it('“Show me” opens the page of a control and points at it', async () => {
    await openConsole('/Company/User', { rows: kitchen, stored: open })
    await panel.getByRole('button', { name: 'Order board' }).click()
    await panel.getByRole('button', { name: 'Recall: Show me' }).click()
    await expectUrl(/\/Company\/Order/)
    await expect.element(tour).toMatchTextContent('Recalls any of the latest moves')
    await tour.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(tour).not.toBeInTheDocument()
  })

  it('an empty list says what it is for and what to do first', async () => {
    await openConsole('/Company/Merchant')
    await expect
      .element(page.getByTestId('first-help'))
      .toMatchTextContent('The kitchens and stores that make your orders.Add the first one with Add record')
  })
})

describe('tour', () => {
  it('TOUR-02 TOUR-03: starts by itself 2 s after load; closing it records it as done', async () => {
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => tour.getByRole('button', { name: 'Close' }).first().click(),
    ]) {
      const server = await openConsole('/Company/User', { stored: unseen })
      await expect.element(tour).toMatchTextContent('Menu')
      await close()
      await expect.element(tour).not.toBeInTheDocument()
      await expect
        .poll(() => server.seen.filter(({ call }) => call === 'Auth.Update'))
        .toMatchObject([{ data: { operator: { settings: { tour: 'done' } } } }])
    }
  })

  it.each([
    ['on the server', { user: { ...owner(), settings: { tour: 'done' } }, stored: unseen }],
    ['on this device', { stored: { 'tour.1': 'done' } }],
  ])('TOUR-02 TOUR-03: does not start if it is done %s', async (_, options) => {
    await openConsole('/Company/User', options)
    await expect.element(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 4000))
    expect(tour.elements()).toEqual([])
  })

  it('TOUR-02: never starts by itself over a board with orders', async () => {
    await openConsole('/Company/Order', { rows: { ...kitchen, order: [order({})] }, stored: unseen })
    await expect.element(page.getByTestId('card-1')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(tour.elements()).toEqual([])
  })

  it.each(['/approve', '/pair'])('TOUR-02: never starts by itself over %s, where something is asked', async (path) => {
    await openConsole(path, { stored: unseen })
    await expect.element(page.getByRole('textbox')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(tour.elements()).toEqual([])
  })

  it('TOUR-01 TOUR-03 SHELL-22: the button of the drawer starts it; by keyboard it leads through 27 steps over the pages, and is done', async () => {
    const server = await openConsole('/Company/User', { rows: { ...kitchen, order: [order({})] } })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Start tour' }).click()
    for (let at = 1; at <= 27; at += 1) {
      await expect.element(tour.getByTestId('tour-progress')).toHaveTextContent(`${at} of 27`)
      const next = tour.getByRole('button', { name: at === 27 ? 'Close' : 'Next' }).last()
      ;(next.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(tour).not.toBeInTheDocument()
    await expectUrl(/\/Company\/Tariff/)
    await expect
      .poll(() => server.seen.findLast(({ call }) => call === 'Auth.Update')?.data)
      .toMatchObject({ operator: { settings: { tour: 'done' } } })
  }, 60_000)

  it('resumes where a reload cut it off', async () => {
    await openConsole('/Company/User', { stored: { ...unseen, 'tour.1': '4' } })
    await expect.element(tour).toMatchTextContent('Your account')
  })

  it('TOUR-04: a missing control shows an error, and the tour goes on', async () => {
    await openConsole('/Company/User', { stored: { ...unseen, 'tour.1': '1' } })
    await expect.element(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible()
    document.querySelector('[data-guide=company]')?.removeAttribute('data-guide')
    await expect.element(notices, { timeout: 12_000 }).toMatchTextContent('The tour can’t find “Your company” on this page')
    await expect.element(notices.css('[data-notice=negative]')).toBeVisible()
    await expect.element(tour).toMatchTextContent('Search everything')
  }, 20_000)
})

describe('contacts', () => {
  it('SHELL-21: the drawer has a button with the messengers and the mail of the platform', async () => {
    await openConsole('/Company/User', { rows: contactLinks })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Contact us' }).click()
    const links = page.getByRole('menuitem')
    await expect.element(links.first()).toHaveAttribute('href', 'https://t.me/tiffin')
    await expect.element(links.last()).toHaveAttribute('href', 'mailto:help@example.com')
  })

  it('SHELL-37: the icon changes to that of the second messenger after 5 s', async () => {
    const messengers = [{ name: 'contact_links', value: 'telegram https://t.me/tiffin\nwhatsapp https://wa.me/49301234567' }]
    await openConsole('/Company/User', { rows: { app_settings: messengers } })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const icon = page.getByRole('button', { name: 'Contact us' }).css('svg')
    await expect.element(icon).toHaveClass(/lucide-send/)
    await expect.element(icon).toHaveClass(/lucide-message/)
  })

  it.each([390, 768, 1440])(
    'SHELL-36: the contacts open by themselves and cover no control of a list, %d px wide',
    async (width) => {
      const user = [{ name: 'Ida' }]
      const height = 700
      const stored = { 'guide.contacts.1': '', 'guide.starts.1': '-1' }
      await openConsole('/Company/User', { width, height, rows: { ...contactLinks, user }, stored })
      const card = page.getByTestId('contact-card')
      await expect.element(card).toBeVisible()
      const next = page.getByRole('button', { name: 'Next page' })
      await expect.element(next).toBeVisible()
      const top = card.element().getBoundingClientRect().top
      expect(next.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
      expect(card.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
      await expect.element(card.getByRole('link', { name: 't.me/tiffin' })).toHaveAttribute('href', 'https://t.me/tiffin')
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect.element(card).not.toBeInTheDocument()
    },
  )

  it('SHELL-21: without contacts there is no button', async () => {
    await openConsole('/Company/User', { user: operator() })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Start tour' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Contact us' })).not.toBeInTheDocument()
  })
})
