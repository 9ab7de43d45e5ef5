import type { Page } from 'playwright'

/** Stops the page's date, also in answers of the server; timers continue. */
export async function fixTime(page: Page, now: number): Promise<void> {
  const stamped = (text: string): string => text.replaceAll(/"server_time":[\d.]+/g, `"server_time":${now / 1000}`)
  await page.clock.setFixedTime(now)
  await page.route('**/api', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: stamped(await response.text()) })
  })
  await page.routeWebSocket('**/live', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => socket.send(typeof message === 'string' ? stamped(message) : message))
  })
}
