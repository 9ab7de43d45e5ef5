import type { Command } from 'commander'
import { action, type App } from '../call.ts'
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
    .option('-p, --port <number>', 'port to listen on (PORT, else 4400; 0 takes a free one)')
    .option('--home <folder>', 'folder of the embedded database (TIFFIN_HOME)')

/** `serve`, `demo` and `board`, and the maintenance commands of a server. */
export function addServer(program: Command, app: App): void {
  withExamples(program.command('board').description('the order board in this terminal'), [
    ['tiffin board', 'as whoever is signed in, or after a sign-in'],
    ['tiffin board --url http://127.0.0.1:4400', 'of another server'],
    ['tiffin board --printer tcp://192.168.1.50', 'printing tickets by itself'],
    ['tiffin board --columns "New,Cooking,Ready"', 'with these columns only'],
    ['tiffin board --pair', 'as a kitchen device, which an owner lets in once'],
  ])
    .option('--printer <address>', 'the printer that new tickets go to')
    .option('--scan <address...>', 'where printers are looked for, such as tcp://192.168.1.20-60')
    .option('--name <name>', 'name of this board on tickets; else that of the machine')
    .option('--ascii', 'letters and lines of ASCII alone')
    .option('--low-bandwidth', 'one picture a second, and nothing blinks')
    .option('--screen-reader', 'a list in words in place of columns')
    .option('--mouse', 'presses choose and open cards, the wheel moves')
    .option('--columns <names>', 'columns by names or numbers, separated by commas')
    .option('--board <name>', 'a board that was saved under a name')
    .option('--pair', 'pair this device where nobody is signed in')
    .action(
      action<BoardFlags>(app, async (call) => {
        const { board } = await import('../services/board.ts')
        await board(call)
      }),
    )

  withExamples(serverOptions(program.command('serve')).description('the server, for real work'), [
    ['tiffin serve', 'with its own database, on http://127.0.0.1:4400'],
    ['PORT=8080 DATABASE_URL=… tiffin serve', 'configured by the environment (docs/operating.md)'],
  ])
    .option('--host <address>', 'address to listen on (HOST, else 127.0.0.1)')
    .option('--insecure-lan', 'accept connections of the network without https')
    .action(
      action<ServeOptions>(app, async (call) => {
        const { serve } = await import('../services/serve.ts')
        await serve(call)
      }),
    )

  withExamples(serverOptions(program.command('demo')).description('a server with a town full of orders, to look around'), [
    ['tiffin demo', 'fills an empty database, then serves it with orders coming in'],
    ['tiffin demo --speed 4', 'four times the orders'],
  ])
    .option('--speed <factor>', 'how fast orders come; 0 for none by themselves')
    .action(
      action<ServeOptions & { speed?: string }>(app, async (call) => {
        const { demo } = await import('../services/serve.ts')
        await demo(call)
      }),
    )
  addMaintenance(program, app)
}
