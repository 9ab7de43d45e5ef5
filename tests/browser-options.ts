const asRoot = process.getuid?.() === 0

/** How tests start the installed Chromium. */
export const browserOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    // Otherwise boards opened by address would ask for a click first.
    '--autoplay-policy=no-user-gesture-required',
  ],
}
