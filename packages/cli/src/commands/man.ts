import type { Command } from 'commander'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `man`: the manual page, made from the help of all commands. */
export function addMan(program: Command, app: App, page: () => Promise<string>): void {
  withExamples(program.command('man').description('print the manual page'), [
    ['tiffin man | man -l -', 'read it'],
    ['tiffin man > /usr/local/share/man/man1/tiffin.1', 'install it'],
  ]).action(async () => app.io.out(await page()))
}
