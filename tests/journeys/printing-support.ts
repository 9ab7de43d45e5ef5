import type { BrowserContext, Page } from '@playwright/test'
import { card, expect, type Stage } from './support.ts'

/** Contents of a frame when its print dialog was opened. */
export interface Printed {
  html: string
  text: string
  /** In CSS pixels. */
  width: number
}

/**
 * Replaces print dialogs: records what each would have printed and reports it as closed. Ticket frames have no
 * scripts, so this is done in the page around them.
 */
export async function catchPrints(context: BrowserContext): Promise<Printed[]> {
  const printed: Printed[] = []
  await context.exposeFunction('keepPrint', (item: Printed) => void printed.push(item))
  await context.addInitScript(() => {
    const keep = (window as unknown as { keepPrint: (entry: object) => void }).keepPrint
    document.addEventListener(
      'load',
      ({ target }) => {
        const page = target instanceof HTMLIFrameElement ? target.contentWindow : null
        if (!page) return
        page.print = () => {
          const ticket = page.document.querySelector('.ticket') as HTMLElement
          keep({
            html: page.document.documentElement.outerHTML,
            text: ticket.innerText,
            width: ticket.getBoundingClientRect().width,
          })
          page.dispatchEvent(new Event('afterprint'))
        }
      },
      true,
    )
  })
  return printed
}

/** Opens the printer page and chooses a printer by name. */
export async function choosePrinter(page: Page, stage: Stage, name: string): Promise<void> {
  await page.goto(`${stage.url}/Company/Printer`)
  await page.getByTestId('printers').getByRole('button', { name }).click()
  await expect(page.getByTestId('printers').getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
}

export async function openBoard(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/Company/Order`)
  await expect(page.getByTestId('board')).toBeVisible()
}

/** Requests the ticket of an order like a user at the board. */
export async function printFromMenu(page: Page, order: number, item = 'Print ticket'): Promise<void> {
  await card(page, order).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

export const jobs = (stage: Stage) =>
  stage.database.asOwner<{ state: string; copy: number; console: string }>(
    'select state, copy, console from print_job order by print_job_id',
  )
export const states = async (stage: Stage) => (await jobs(stage)).map(({ state }) => state)
