import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

interface ConfirmOptions {
  merchants?: string
  name?: string
}

/** `device list`, `device confirm` and `device revoke`: paired kitchen terminals (KDS-25). */
export function addDevice(program: Command, app: App): void {
  const device = program.command('device').description('manage paired kitchen terminals')

  withExamples(device.command('list').description('list devices, their merchants and when they were last seen'), [
    ['tiffin device list', 'paired devices'],
    ['tiffin device list --all', 'include revoked devices'],
  ])
    .option('-a, --all', 'include revoked devices')
    .action(
      action<{ all?: boolean }>(app, async (call) => {
        const { listDevices } = await import('../services/devices.ts')
        return listDevices(await call.connect(), call.options.all === true)
      }),
    )

  withExamples(device.command('confirm <code>').description('pair the terminal that shows this code'), [
    ['tiffin device confirm K7QX-3MTA', 'for all merchants, with the name set on the device'],
    ['tiffin device confirm K7QX-3MTA --merchants 3,"Pizza Roma" --name "Kitchen 1"', 'for these merchants, with this name'],
  ])
    .option('--merchants <list>', 'merchant IDs or names, separated by commas')
    .option('--name <name>', 'name shown in lists and history')
    .action(
      action<ConfirmOptions>(app, async (call) => {
        const { confirmDevice } = await import('../services/devices.ts')
        const { merchants, name, dryRun } = call.options
        const result = await confirmDevice(await call.connect(), call.args[0] ?? '', { merchants, name, dryRun })
        return { ...result, remarks: [call.t(dryRun === true ? 'Nothing was changed' : 'Device paired')] }
      }),
    )

  withExamples(device.command('revoke <id...>').description('revoke devices immediately'), [
    ['tiffin device revoke 4', 'ends its session and its board now'],
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
