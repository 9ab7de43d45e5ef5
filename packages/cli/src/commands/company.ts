import type { Command } from 'commander'
import { action, type App } from '../call.ts'
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
  const company = program.command('company').description('the company that this profile acts for')

  withExamples(company.command('list').description('the companies that may be chosen'), [
    ['tiffin company list', 'the chosen one is marked'],
    ['tiffin company list --json company_id,name', 'for scripts'],
  ]).action(action(app, async (call) => (await import('../services/companies.ts')).listCompanies(await call.connect())))

  withExamples(company.command('use <company>').description('act for a company from now on'), [
    ['tiffin company use 3', 'by its id'],
    ['tiffin company use "Pizza Roma"', 'by its name'],
  ]).action(
    action(app, async (call) => {
      const { useCompany } = await import('../services/companies.ts')
      const connection = await call.connect()
      const result = await useCompany(connection, call.args[0] ?? '')
      const isCurrentSession = connection.profile.token === connection.token
      return {
        ...result,
        remarks: [
          call.t(
            isCurrentSession ? 'Company selected' : 'With TIFFIN_TOKEN the company is chosen by --company or TIFFIN_COMPANY',
          ),
        ],
      }
    }),
  )

  withExamples(company.command('create').description('make a company with all that it needs to work, and act for it'), [
    ['tiffin company create --name "Pizza Roma" --country DE', 'the least there is to say'],
    [
      'tiffin company create --name "Pizza Roma" --country DE --langs en,de --timezone Europe/Berlin',
      'with languages and time zone',
    ],
  ])
    .option('--name <name>', 'its name in the first language')
    .option('--country <country>', 'two letters, name or id of the country')
    .option('--langs <codes>', 'languages of its texts, separated by commas')
    .option('--timezone <zone>', 'IANA name of the time zone; else that of the country')
    .action(
      action<CreateOptions>(app, async (call) => {
        const { askText, confirm } = await import('../ask.ts')
        const { companyInput, createCompany, trialRemark } = await import('../services/companies.ts')
        const { options } = call
        const interactive = call.io.interactive
        if (!interactive && options.name === undefined) throw missingFlag('--name')
        if (!interactive && options.country === undefined) throw missingFlag('--country')
        const name = options.name ?? (await askText(call, 'Name of the company', '--name'))
        const country = options.country ?? (await askText(call, 'Country', '--country'))
        const connection = await call.connect()
        const input = await companyInput(connection, { name, country, langs: options.langs, timezone: options.timezone })
        const trial = await trialRemark(connection, call.t)
        const said = trial === undefined ? [] : [trial.text]
        if (options.dryRun === true) return { rows: [input], single: true, remarks: [...said, call.t('Nothing was changed')] }
        for (const line of said) call.io.err(`${line}\n`)
        if (trial?.days === 0 && interactive) await confirm(call, { text: 'Go on?' })
        const result = await createCompany(connection, input)
        return { ...result, remarks: [call.t('Company selected')] }
      }),
    )
}
