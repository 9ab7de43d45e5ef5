import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'

interface ConfirmOptions {
  merchants?: string
  name?: string
}

/** `device list`, `device confirm` and `device revoke`: paired kitchen terminals (KDS-25). */
export function addDevice(program: Command, app: App): void {
  const device = program.command('device').description('the paired terminals of kitchens')

  withExamples(device.command('list').description('who is paired, for which merchants, and when it was last there'), [
    ['tiffin device list', 'those that are let in'],
    ['tiffin device list --all', 'revoked ones too'],
  ])
    .option('-a, --all', 'revoked ones too')
    .action(
      action<{ all?: boolean }>(app, async (call) => {
        const { listDevices } = await import('../services/devices.ts')
        return listDevices(await call.connect(), call.options.all === true)
      }),
    )

  withExamples(device.command('confirm <code>').description('let in the terminal that shows this code'), [
    ['tiffin device confirm K7QX-3MTA', 'for all merchants, under the name that it gave'],
    ['tiffin device confirm K7QX-3MTA --merchants 3,"Pizza Roma" --name "Kitchen 1"', 'for these, under this name'],
  ])
    .option('--merchants <list>', 'ids or names of merchants, separated by commas')
    .option('--name <name>', 'what it is called in lists and histories')
    .action(
      action<ConfirmOptions>(app, async (call) => {
        const { confirmDevice } = await import('../services/devices.ts')
        const { merchants, name, dryRun } = call.options
        const result = await confirmDevice(await call.connect(), call.args[0] ?? '', { merchants, name, dryRun })
        return { ...result, remarks: [call.t(dryRun === true ? 'Nothing was changed' : 'The device is let in')] }
      }),
    )

  withExamples(device.command('revoke <id...>').description('shut devices out, at once'), [
    ['tiffin device revoke 4', 'its session and its board end now'],
  ]).action(
    action(app, async (call) => {
      const { revokeDevices } = await import('../services/devices.ts')
      const { dryRun } = call.options
      const result = await revokeDevices(await call.connect(), call.args, dryRun === true)
      const remark = dryRun === true ? call.t('Nothing was changed') : call.t('Revoked: %1', [result.rows.length])
      return { ...result, remarks: [remark] }
    }),
  )
}
