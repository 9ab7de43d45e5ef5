// Shows push messages while no page is open. It handles no requests, so pages load as without it.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** What the server sent; browsers require a notification for every message, so an unreadable one gets a title only. */
function readMessage(data) {
  try {
    const message = data?.json()
    return typeof message?.title === 'string' ? message : {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const { title = '', body, url, tag } = readMessage(event.data)
  const text = (value) => (typeof value === 'string' ? value : '')
  const shown = self.registration.showNotification(title || self.location.hostname, {
    body: text(body),
    icon: '/favicon.svg',
    dir: 'auto',
    data: { url: text(url) },
    ...(text(tag) === '' ? {} : { tag, renotify: true }),
  })
  event.waitUntil(shown)
})

/** The address to open: only pages of this server, whatever the message says. */
function addressOf(url) {
  const address = URL.canParse(url, self.location.origin) ? new URL(url, self.location.origin) : undefined
  return address?.origin === self.location.origin ? address.href : self.location.origin
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(addressOf(event.notification.data?.url ?? '')))
})

/** Shows a page that is open at this address, otherwise opens it. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url === address)
  return open ? open.focus() : self.clients.openWindow(address)
}
