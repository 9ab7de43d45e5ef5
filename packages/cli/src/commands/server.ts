import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { BoardFlags } from '../services/board.ts'
import { addMaintenance } from './maintenance.ts'

interface ServeOptions {
  port?: string
  host?: string
  home?: string
  insecureLan?: boolean
}

const serverOptions = (command: Command): Command =>
  command
    .option('-p, --port <number>', 'port to listen on (PORT, else 4400; 0 for any free port)')
    .option('--home <folder>', 'folder of the embedded database (TIFFIN_HOME)')

/** `serve`, `demo` and `board`, and the maintenance commands of a server. */
export function addServer(program: Command, app: App): void {
  withExamples(program.command('board').description('the order board in this terminal'), [
    ['tiffin board', 'as the signed-in user; asks to sign in if needed'],
    ['tiffin board --url http://127.0.0.1:4400', 'on another server'],
    ['tiffin board --printer tcp://192.168.1.50', 'prints tickets automatically'],
    ['tiffin board --columns "New,Cooking,Ready"', 'only these columns'],
    ['tiffin board --pair', 'as a kitchen device, paired once by an owner'],
  ])
    .option('--printer <address>', 'printer for new tickets')
    .option('--scan <address...>', 'addresses to scan for printers, such as tcp://192.168.1.20-60')
    .option('--name <name>', 'name of this board on tickets (default: the host name)')
    .option('--ascii', 'use ASCII characters only')
    .option('--low-bandwidth', 'one frame per second, no blinking')
    .option('--screen-reader', 'text list instead of columns')
    .option('--mouse', 'use the mouse: click to select and open cards, scroll with the wheel')
    .option('--columns <names>', 'columns to show: names or IDs, separated by commas')
    .option('--board <name>', 'saved board to open')
    .option('--pair', 'pair this device if no one is signed in')
    .action(
      action<BoardFlags>(app, async (call) => {
        const { board } = await import('../services/board.ts')
        await board(call)
      }),
    )

  withExamples(serverOptions(program.command('serve')).description('start the production server'), [
    ['tiffin serve', 'with its own database, on http://127.0.0.1:4400'],
    ['PORT=8080 DATABASE_URL=… tiffin serve', 'configured by environment variables (docs/operating.md)'],
  ])
    .option('--host <address>', 'address to listen on (HOST, else 127.0.0.1)')
    .option('--insecure-lan', 'accept network connections without https')
    .action(
      action<ServeOptions>(app, async (call) => {
        const { serve } = await import('../services/serve.ts')
        await serve(call)
      }),
    )

  withExamples(serverOptions(program.command('demo')).description('start a server with demo data'), [
    ['tiffin demo', 'fills an empty database, then simulates incoming orders'],
    ['tiffin demo --speed 4', 'four times as many orders'],
  ])
    .option('--speed <factor>', 'how fast orders arrive; 0 for none')
    .action(
      action<ServeOptions & { speed?: string }>(app, async (call) => {
        const { demo } = await import('../services/serve.ts')
        await demo(call)
      }),
    )
  addMaintenance(program, app)
}
