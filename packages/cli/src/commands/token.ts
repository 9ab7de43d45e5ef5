import { type Command, Option } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

interface CreateOptions {
  name?: string
  scope?: string[]
  expires?: string
}

const collect = (value: string, before: string[] = []): string[] => [...before, ...value.split(',')]

/** `token create`, `token list` and `token revoke`: personal access tokens (AMB-232). */
export function addToken(program: Command, app: App): void {
  const token = program.command('token').description('manage your access tokens, for scripts')

  withExamples(token.command('create').description('create an access token and print it, once'), [
    ['tiffin token create --name ci --scope read,export --expires 90d', 'for 90 days and all your companies'],
    ['TIFFIN_TOKEN=$(tiffin token create --name ci --scope read --expires 7d)', 'prints only the token to standard output'],
    ['tiffin token create --name shop --scope read,write --company 3 --company 5 --expires 30d', 'limited to two companies'],
  ])
    .option('--name <name>', 'purpose of the token')
    .addOption(new Option('--scope <names>', 'read, write, export, import, config; separated by commas').argParser(collect))
    .option('--expires <days>', 'lifetime in days, such as 90d; at most 365d')
    .action(
      action<CreateOptions>(app, async (call) => {
        const { createToken, readNewToken } = await import('../services/tokens.ts')
        const requested = readNewToken(call.options)
        if (call.options.dryRun === true) return { rows: [requested], single: true, remarks: [call.t('Nothing was changed')] }
        const created = await createToken(await call.connect('company'), requested)
        call.say(call.t("Copy it now: it won't be shown again"))
        if (call.options.format !== undefined || call.options.json !== undefined) return { rows: [created], single: true }
        return call.io.out(`${created.token}\n`)
      }),
    )

  withExamples(token.command('list').description('list your access tokens and when they were last used'), [
    ['tiffin token list', 'their scopes, companies and expiry'],
  ]).action(action(app, async (call) => (await import('../services/tokens.ts')).listTokens(await call.connect())))

  withExamples(token.command('revoke <id...>').description('revoke access tokens immediately'), [
    ['tiffin token revoke 4', 'scripts that use it stop working now'],
  ]).action(
    action(app, async (call) => {
      const { revokeTokens } = await import('../services/tokens.ts')
      const { dryRun } = call.options
      const result = await revokeTokens(await call.connect(), call.args, {
        dryRun: dryRun === true,
        onStopped: (revoked) => call.say(call.t('Already revoked: %1', [revoked.join(', ')])),
      })
      const remark = dryRun === true ? call.t('Nothing was changed') : call.t('Revoked: %1', [result.rows.length])
      return { ...result, remarks: [remark] }
    }),
  )
}
