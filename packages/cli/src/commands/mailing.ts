import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { OutboxOptions, StartOptions } from '../services/mailings.ts'

/** `mailing …`: messages to many customers. Each command that sends names exactly how many get it. */
export function addMailing(program: Command, app: App): void {
  const mailing = program.command('mailing').description('send messages to many customers')

  /** A command that sends to as many customers as were counted. */
  const confirmed = (name: string): Command =>
    mailing.command(name).option('--count <number>', 'number of customers who get it, from mailing count')

  withExamples(mailing.command('list').description('list mailings, the latest first'), [
    ['tiffin mailing list', 'their states and results'],
  ]).action(action(app, async (call) => (await services()).listMailings(await call.connect())))

  withExamples(mailing.command('count <id>').description('count who would get a mailing now, and who would not'), [
    ['tiffin mailing count 4', 'without consent, without an address, blocked'],
    ['tiffin mailing count 4 --json will_get', 'the number for --count, for scripts'],
  ]).action(
    action(app, async (call) => {
      const { countMailing, readMailing } = await services()
      return { rows: [await countMailing(await call.connect(), readMailing(call.args[0] ?? ''))], single: true }
    }),
  )

  withExamples(mailing.command('test <id>').description('send a mailing to yourself alone'), [
    ['tiffin mailing test 4', 'to your email address, or to your devices'],
  ]).action(
    action(app, async (call) => {
      const { readMailing, testMailing } = await services()
      const id = readMailing(call.args[0] ?? '')
      if (call.options.dryRun === true)
        return { rows: [{ mailing_id: id }], single: true, remarks: [call.t('Nothing was changed')] }
      return testMailing(await call.connect(), id)
    }),
  )

  withExamples(confirmed('start <id>').description('send a mailing to its customers now'), [
    ['tiffin mailing start 4', 'shows how many get it, and asks first'],
    ['tiffin mailing start 4 --yes --count 1204', 'only if the count is still the same'],
  ]).action(action<StartOptions>(app, async (call) => (await services()).startMailing(call)))

  withExamples(confirmed('schedule <id> <time>').description('send a mailing at a time'), [
    ['tiffin mailing schedule 4 2026-11-28T09:00+01:00', 'sent to customers who meet its conditions at that time'],
  ]).action(action<StartOptions>(app, async (call) => (await services()).startMailing(call, call.args[1] ?? '')))

  withExamples(mailing.command('pause <id>').description('pause a mailing'), [
    ['tiffin mailing pause 4', 'nothing more is sent until it is resumed'],
  ]).action(action(app, async (call) => (await services()).changeMailing(call, 'pause')))

  withExamples(confirmed('resume <id>').description('continue a paused mailing'), [
    ['tiffin mailing resume 4', 'customers who already got it are left out'],
    ['tiffin mailing resume 4 --yes --count 1204', 'before it has started: only if the count is still the same'],
  ]).action(action<StartOptions>(app, async (call) => (await services()).resumeMailing(call)))

  withExamples(mailing.command('stop <id>').description('end a mailing, or cancel its time'), [
    ['tiffin mailing stop 4', 'the remaining customers get nothing'],
  ]).action(action(app, async (call) => (await services()).changeMailing(call, 'stop')))

  withExamples(mailing.command('why <id> <customer>').description('explain whether a customer got a mailing, and why'), [
    ['tiffin mailing why 4 12', 'sent or not, when and by which rule'],
  ]).action(
    action(app, async (call) => {
      const { readCustomer, readMailing, whyMailing } = await services()
      const [id = '', customer = ''] = call.args
      const { data, lines } = await whyMailing(call, readMailing(id), readCustomer(customer))
      if (call.options.json !== undefined) return { rows: [data], single: true }
      if (call.options.format !== undefined) return { rows: lines.map((line) => ({ line })), columns: ['line'] }
      const { escapeLine } = await import('../results/format-value.ts')
      call.io.out(lines.map((line) => `${escapeLine(line)}\n`).join(''))
    }),
  )

  withExamples(program.command('outbox').description('list messages kept because no mail or push service is set up'), [
    ['tiffin outbox', 'push messages and mails to customers that were kept'],
    ['tiffin outbox --platform', "the platform's own mails and SMS, for platform administrators"],
  ])
    .option('--platform', "the platform's own mails and SMS")
    .option('--limit <number>', 'number of messages (default: 50)')
    .action(action<OutboxOptions>(app, async (call) => (await services()).listOutbox(await call.connect(), call.options)))
}

const services = () => import('../services/mailings.ts')
