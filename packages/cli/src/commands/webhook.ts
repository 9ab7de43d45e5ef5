import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App, Call } from '../call.ts'
import { withExamples } from '../help.ts'
import type { Result } from '../results/result.ts'
import type { ListenOptions } from '../services/listen-webhook.ts'
import type { ReplayOptions } from '../services/webhooks.ts'

interface CreateOptions {
  name?: string
  events?: string
}

interface DeliveryOptions {
  state?: string
  limit?: string
}

/** `webhook …`: addresses that receive order events, and their deliveries (AMB-233). */
export function addWebhook(program: Command, app: App): void {
  const webhook = program.command('webhook').description('tell other programs about orders')

  withExamples(webhook.command('list').description('list the webhooks of the company'), [
    ['tiffin webhook list', 'their addresses and events, and why one was disabled'],
  ]).action(action(app, async (call) => (await services()).listWebhooks(await call.connect())))

  withExamples(webhook.command('create <url>').description('create a webhook and print its signing secret, once'), [
    ['tiffin webhook create https://shop.example.com/hooks', 'for all events'],
    ['tiffin webhook create https://shop.example.com/hooks --events created,cancelled --name Shop', 'for some of them'],
  ])
    .option('--events <names>', 'created, moved, cancelled; separated by commas (default: all)')
    .option('--name <name>', 'name shown in lists')
    .action(
      action<CreateOptions>(app, async (call) => {
        const { createWebhook, readNewWebhook } = await services()
        const requested = readNewWebhook(call.args[0] ?? '', call.options)
        if (call.options.dryRun === true) return { rows: [requested], single: true, remarks: [call.t('Nothing was changed')] }
        return printSecret(call, await createWebhook(call, requested))
      }),
    )

  withExamples(webhook.command('rotate <id>').description('replace the signing secret; the old one also signs for 24 hours'), [
    ['tiffin webhook rotate 4', 'prints the new secret, once'],
  ]).action(
    action(app, async (call) => {
      const { readWebhook, rotateWebhook } = await services()
      const id = readWebhook(call.args[0] ?? '')
      if (call.options.dryRun === true)
        return { rows: [{ webhook_id: id }], single: true, remarks: [call.t('Nothing was changed')] }
      return printSecret(call, await rotateWebhook(await call.connect(), id))
    }),
  )

  withExamples(webhook.command('test <id>').description('send a test event'), [
    ['tiffin webhook test 4', 'see the response: tiffin webhook deliveries 4'],
  ]).action(
    action(app, async (call) => {
      const { readWebhook, testWebhook } = await services()
      const id = readWebhook(call.args[0] ?? '')
      if (call.options.dryRun === true)
        return { rows: [{ webhook_id: id }], single: true, remarks: [call.t('Nothing was changed')] }
      return testWebhook(await call.connect(), id)
    }),
  )

  withExamples(webhook.command('delete <id...>').description('delete webhooks and their deliveries'), [
    ['tiffin webhook delete 4', 'nothing more is sent there'],
  ]).action(action(app, async (call) => (await services()).deleteWebhooks(call)))

  withExamples(webhook.command('deliveries <id>').description('list deliveries of a webhook in the last 30 days, newest first'), [
    ['tiffin webhook deliveries 4', 'the last 50, with attempts and answers'],
    ['tiffin webhook deliveries 4 --state failed --json', 'failed deliveries, for scripts'],
  ])
    .option('--state <state>', 'pending, sending, held, delivered, failed or skipped')
    .option('--limit <number>', 'number of deliveries; 0 for all (default: 50)')
    .action(
      action<DeliveryOptions>(app, async (call) => {
        const { listDeliveries, readWebhook } = await services()
        return listDeliveries(await call.connect(), readWebhook(call.args[0] ?? ''), call.options)
      }),
    )

  withExamples(webhook.command('replay <id> [delivery...]').description('send deliveries again, under the same event ids'), [
    ['tiffin webhook replay 4 1201 1202', 'these deliveries'],
    ['tiffin webhook replay 4 --from 2026-11-20T08:00Z --to 2026-11-20T12:00Z', 'all of a period'],
    ['tiffin webhook replay 4 --from 2026-11-20T08:00Z --undelivered', 'only undelivered events since then'],
  ])
    .option('--from <time>', 'first event, such as 2026-11-20T08:00Z')
    .option('--to <time>', 'last event (default: now)')
    .option('--undelivered', 'only undelivered events')
    .action(
      action<ReplayOptions>(app, async (call) => {
        const { readReplay, replayDeliveries } = await services()
        const [id = '', ...deliveries] = call.args
        const request = readReplay(id, deliveries, call.options)
        if (call.options.dryRun === true) return { rows: [request], single: true, remarks: [call.t('Nothing was changed')] }
        const count = await replayDeliveries(await call.connect(), request)
        return { rows: [{ count }], single: true, remarks: [call.t('Queued again: %1', [count])] }
      }),
    )

  withExamples(webhook.command('listen').description('forward events to a program on this machine, until Ctrl+C'), [
    ['tiffin webhook listen --forward-to http://localhost:3000/hooks', 'with your own rights; no public address is needed'],
    ['tiffin webhook listen --forward-to http://localhost:3000/hooks --since 1200', 'again from this feed number'],
  ])
    .requiredOption('--forward-to <url>', 'address that receives the events')
    .option('--since <number>', 'feed number to begin after, instead of where the last run ended')
    .action(
      action<ListenOptions>(app, async (call) => {
        const { listenWebhook } = await import('../services/listen-webhook.ts')
        app.exit = await listenWebhook(call)
      }),
    )
}

const services = () => import('../services/webhooks.ts')

/** Only the secret goes to standard output, so that a script can store it. */
function printSecret(
  { io, say, t, options }: Pick<Call<object>, 'io' | 'say' | 't' | 'options'>,
  created: { webhook_id: number; secret: string },
): Result | void {
  say(t("Copy it now: it won't be shown again"))
  if (options.format !== undefined || options.json !== undefined) return { rows: [created], single: true }
  return io.out(`${created.secret}\n`)
}
