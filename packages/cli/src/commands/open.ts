import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `open`: opens a record in the web console. */
export function addOpen(program: Command, app: App): void {
  withExamples(program.command('open <entity> <id>').description('open a record in the web console'), [
    ['tiffin open order 42', 'prints the URL and opens it in the browser'],
    ['tiffin open order 42 | pbcopy', 'only prints the URL'],
  ])
    .option('--print', 'only print the URL')
    .action(
      action<{ print?: boolean }>(app, async (call) => {
        const { webLink } = await import('../services/web-link.ts')
        const [entity = '', id = ''] = call.args
        const link = await webLink(await call.connect(), entity, id)
        if (call.options.json !== undefined || call.options.format !== undefined) return { rows: [{ url: link }], single: true }
        call.io.out(`${link}\n`)
        if (call.io.outIsTerminal && call.options.print !== true) openBrowser(link)
      }),
    )
}

/** On a machine without a browser, the user opens the printed link elsewhere. */
function openBrowser(link: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [link], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
