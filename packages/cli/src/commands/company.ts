import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import { missingFlag } from '../failure.ts'

interface CreateOptions {
  name?: string
  country?: string
  langs?: string
  timezone?: string
}

/** `company list`, `company use` and `company create`. */
export function addCompany(program: Command, app: App): void {
  const company = program.command('company').description('list, select and create companies')

  withExamples(company.command('list').description('list your companies'), [
    ['tiffin company list', 'the selected one is marked'],
    ['tiffin company list --json company_id,name', 'for scripts'],
  ]).action(action(app, async (call) => (await import('../services/companies.ts')).listCompanies(await call.connect())))

  withExamples(company.command('use <company>').description('switch to a company'), [
    ['tiffin company use 3', 'by ID'],
    ['tiffin company use "Pizza Roma"', 'by name'],
  ]).action(
    action(app, async (call) => {
      const { useCompany } = await import('../services/companies.ts')
      const connection = await call.connect()
      const result = await useCompany(connection, call.args[0] ?? '')
      const isCurrentSession = connection.profile.token === connection.token
      return {
        ...result,
        remarks: [
          call.t(isCurrentSession ? 'Company selected' : 'With TIFFIN_TOKEN, set the company with --company or TIFFIN_COMPANY'),
        ],
      }
    }),
  )

  withExamples(company.command('create').description('create a company, ready to use, and switch to it'), [
    ['tiffin company create --name "Pizza Roma" --country DE', 'with required options only'],
    [
      'tiffin company create --name "Pizza Roma" --country DE --langs en,de --timezone Europe/Berlin',
      'with languages and time zone',
    ],
  ])
    .option('--name <name>', 'company name in its first language')
    .option('--country <country>', "country's two-letter code, name or ID")
    .option('--langs <codes>', 'language codes, separated by commas')
    .option('--timezone <zone>', "IANA time zone (default: the country's)")
    .action(
      action<CreateOptions>(app, async (call) => {
        const { promptText, confirm } = await import('../prompt.ts')
        const { companyInput, createCompany, trialRemark } = await import('../services/companies.ts')
        const { options } = call
        const interactive = call.io.interactive
        if (!interactive && options.name === undefined) throw missingFlag('--name')
        if (!interactive && options.country === undefined) throw missingFlag('--country')
        const name = options.name ?? (await promptText(call, 'Company name', '--name'))
        const country = options.country ?? (await promptText(call, 'Country', '--country'))
        const connection = await call.connect()
        const input = await companyInput(connection, { name, country, langs: options.langs, timezone: options.timezone })
        const trial = await trialRemark(connection, call.t)
        const trialRemarks = trial === undefined ? [] : [trial.text]
        if (options.dryRun === true)
          return { rows: [input], single: true, remarks: [...trialRemarks, call.t('Nothing was changed')] }
        for (const line of trialRemarks) call.io.err(`${line}\n`)
        if (trial?.days === 0 && interactive) await confirm(call, { text: 'Continue?' })
        const result = await createCompany(connection, input)
        return { ...result, remarks: [call.t('Company selected')] }
      }),
    )
}
