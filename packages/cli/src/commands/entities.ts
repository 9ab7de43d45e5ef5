import { type Command, Option } from 'commander'
import type { Entity } from '@tiffin/sdk/contract'
import { confirm } from '../prompt.ts'
import { action } from '../action.ts'
import type { App, Call } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import { exitCodes, notFound, wrongUsage } from '../failure.ts'
import type { Connection } from '../connection.ts'
import type { Result } from '../results/result.ts'
import type { ExportOptions } from '../services/export-rows.ts'
import type { Step } from '../services/plan-save.ts'
import type { ListOptions } from '../services/read-rows.ts'

const filters = (command: Command): Command =>
  command
    .addOption(
      new Option('-w, --where <filter>', 'field=value, field!=value, field~text, field>=value; repeatable').argParser(collect),
    )
    .option('-s, --search <text>', 'text to find in searchable fields')

/** `list`, `export`, `get`, `save` and `delete` of any entity of the contract. */
export function addEntities(program: Command, app: App): void {
  withExamples(filters(program.command('list <entity>')).description('list rows of any table'), [
    ['tiffin list courier', 'all couriers'],
    ["tiffin list order --where 'total>=50' --order total:desc --limit 10", 'the ten largest orders'],
    ['tiffin list user --search 4930 --json user_id,name', 'customers by part of a phone number, as JSON'],
    ['tiffin list order --join user,merchant --format csv > orders.csv', 'with the names of customer and merchant'],
  ])
    .addOption(new Option('-o, --order <field>', 'field, -field or field:desc; repeatable').argParser(collect))
    .option('-n, --limit <rows>', 'maximum number of rows; 0 for all (default on a terminal: 50)')
    .option('-f, --fields <names>', 'only these fields, separated by commas')
    .option('-j, --join <relations>', 'related rows to include, such as user,merchant')
    .action(action<ListOptions>(app, list))

  withExamples(
    filters(program.command('export <entity>')).description(
      'export rows of any table as a sheet (.xlsx) or as csv, ndjson or json',
    ),
    [
      ['tiffin export courier --out couriers.xlsx', 'all couriers'],
      ["tiffin export order --where 'total>=50' --order -total --out large.xlsx", 'with the same filters as list'],
      [
        'tiffin export order --fields order_id,user.phone,total --out -',
        'some columns, including joined ones, to standard output',
      ],
      ['tiffin export user --out customers.csv', 'a text file; formulas in its cells are escaped'],
    ],
  )
    .addOption(new Option('--order <field>', 'field, -field or field:desc; repeatable').argParser(collect))
    .option('-n, --limit <rows>', 'maximum number of rows')
    .option('-f, --fields <names>', 'only these columns, separated by commas; reference.field for a joined row')
    .option('--columns <names>', 'the same as --fields')
    .option('-o, --out <file>', 'output file ending with .xlsx, .csv, .ndjson or .json; - for standard output')
    .option('--raw', 'csv without escaping cells that look like formulas')
    .action(action<ExportOptions>(app, async (call) => (await import('../services/export-rows.ts')).exportRows(call)))

  withExamples(program.command('get <entity> <id...>').description('show records by ID'), [
    ['tiffin get order 42', 'one order with all its fields'],
    ['tiffin get merchant 1 2 3 --json merchant_id,name', 'some fields of several records'],
  ])
    .option('-f, --fields <names>', 'only these fields, separated by commas')
    .option('-j, --join <relations>', 'related rows to include, such as user,merchant')
    .action(
      action<ListOptions>(app, async (call) => {
        const { getRows } = await import('../services/list-rows.ts')
        const [name = '', ...ids] = call.args
        const found = await getRows(await call.connect(), name, ids, call.options)
        if (found.rows.length === 0) throw notFound('%1 %2 does not exist', { params: [name, ids.join(', ')] })
        return { ...found, remarks: found.missing.map((id) => call.t('%1 %2 does not exist', [name, id])) }
      }),
    )

  withExamples(filters(program.command('save <entity> [id...]').description('create or change rows')), [
    ['tiffin save courier --set name=Ann --set phone=4930123', 'a new courier'],
    ['tiffin save courier 7 --set courier_status=2', 'change one field of courier 7'],
    ['tiffin save courier --where state=off --set courier_status=3', 'change all rows that match'],
    ['tiffin save merchant 3 --set name.ru=Пицца', 'set a text in another language'],
    ['tiffin list courier --json | tiffin save courier - --dry-run', 'rows as JSON; rows with a key are updated'],
  ])
    .addOption(new Option('--set <field=value>', 'value to save; repeatable').argParser(collect))
    .action(action<SaveOptions>(app, save))

  withExamples(filters(program.command('delete <entity> [id...]')).description('delete rows'), [
    ['tiffin delete promocode 12', 'one row, after confirmation'],
    ["tiffin delete message --where 'message_status=3' --dry-run", 'show which rows would be deleted'],
  ]).action(action<ListOptions>(app, remove))
}

async function list(call: Call<ListOptions>): Promise<Result> {
  const { listRows } = await import('../services/list-rows.ts')
  const forScreen = call.io.outIsTerminal && call.options.format === undefined && call.options.json === undefined
  // JSON has all fields of a row unless fields were chosen.
  const columnsOnly = call.options.json === undefined && !call.options.format?.endsWith('json')
  const found = await listRows(await call.connect(), call.args[0] ?? '', call.options, { forScreen, columnsOnly, t: call.t })
  const more = found.count > found.rows.length && call.options.limit === undefined
  const remarks = [
    ...(found.rows.length === 0 ? [call.t('No results')] : []),
    ...(more ? [call.t('%1 of %2 shown; --limit 0 shows all', [found.rows.length, found.total])] : []),
  ]
  return { ...found, remarks }
}

type SaveOptions = Pick<ListOptions, 'where' | 'search'> & { set?: string[] }

async function save(call: Call<SaveOptions>): Promise<Result> {
  const { options, args, lang } = call
  const [name = '', ...ids] = args
  const { findEntity, readKey } = await import('../services/find-entity.ts')
  const { assign } = await import('../services/read-assignment.ts')
  const { applySave, planSave } = await import('../services/plan-save.ts')
  const entity = findEntity(name)
  const isFiltered = options.where !== undefined || options.search !== undefined
  if (isFiltered && (ids.length > 0 || !options.set))
    throw wrongUsage('--where changes the rows it finds: give --set, and no IDs')
  const rows = options.set && ids[0] !== '-' ? [assign(entity, options.set, lang)] : await readInput(call, ids)
  const [row] = rows
  const keys = ids[0] === '-' ? [] : ids.map((id) => readKey(entity, id))
  if (keys.length > 0 && (rows.length !== 1 || !row)) throw wrongUsage('With an ID, only one row can be saved')
  const connection = await call.connect()
  const found = isFiltered ? await findKeys(connection, entity, options) : keys
  if (isFiltered && found.length === 0) throw notFound('No results')
  const requested = found.length > 0 ? found.map((key) => ({ ...row, [entity.key]: key })) : rows
  const steps = await planSave(connection, entity, requested)
  const changing = steps.filter((step) => step.action !== 'unchanged')
  if (options.dryRun === true) return planResult(steps, call)
  if (changing.length === 0)
    return { rows: [], remarks: [call.t('Nothing to change: the values are already set')], exit: exitCodes.notFound }
  if (steps.length > 1) {
    await showPlan(steps, call)
    await confirm(call, { text: 'Apply?' })
  }
  const { identifyingFields } = await import('../services/read-rows.ts')
  const saved = await applySave(connection, entity, steps)
  return {
    rows: saved,
    columns: identifyingFields(entity),
    single: steps.length === 1,
    remarks: [call.t('Saved: %1', [changing.length])],
  }
}

/** Rows on standard input. */
async function readInput({ options, io }: Call<SaveOptions>, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  const { readRows } = await import('../services/read-assignment.ts')
  if (ids[0] !== '-' && io.inputIsTerminal)
    throw wrongUsage('Nothing to save', { next: ['Pass --set field=value, or rows as JSON on standard input'] })
  if (options.set) throw wrongUsage("--set and rows on standard input can't be used together")
  return readRows(await io.readInput())
}

/** Keys of the rows that match; one more than can be saved is enough to refuse them. */
async function findKeys(connection: Connection, entity: Entity, options: ListOptions): Promise<(number | string)[]> {
  const { queryOf, readRows } = await import('../services/read-rows.ts')
  const { MAX_ROWS_PER_CALL } = await import('@tiffin/sdk/contract')
  const query = await queryOf(connection, entity, { ...options, fields: entity.key }, MAX_ROWS_PER_CALL + 1)
  const { rows } = await readRows(connection, query)
  return rows.map((row) => row[entity.key] as number | string)
}

const planRows = (steps: readonly Step[]) =>
  steps.flatMap((step) =>
    step.action === 'unchanged'
      ? [{ action: step.action, id: step.id, field: '', before: null, after: null }]
      : Object.entries(step.changes).map(([field, [before, after]]) => ({
          action: step.action,
          id: step.id,
          field,
          before: before ?? null,
          after,
        })),
  )

const counts = (steps: readonly Step[], { t }: Pick<Call<object>, 't'>): string => {
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length
  return t('%1 new, %2 changed, %3 unchanged', [count('create'), count('update'), count('unchanged')])
}

function planResult(steps: readonly Step[], call: Pick<Call<object>, 't'>): Result {
  const changing = steps.some((step) => step.action !== 'unchanged')
  return {
    rows: planRows(steps),
    remarks: [`${counts(steps, call)}. ${call.t('Nothing was changed')}`],
    exit: changing ? exitCodes.done : exitCodes.notFound,
  }
}

const SHOWN = 20

async function showPlan(steps: readonly Step[], call: Call<object>): Promise<void> {
  const { layoutTable } = await import('../results/table.ts')
  const { formatValue } = await import('../results/format-value.ts')
  const rows = planRows(steps).filter((row) => row.action !== 'unchanged')
  const columns = ['action', 'id', 'field', 'before', 'after'] as const
  const texts = rows.slice(0, SHOWN).map((row) => columns.map((column) => formatValue(row[column], call.lang)))
  call.io.err(layoutTable(columns, texts, call.io.columns).text)
  if (rows.length > SHOWN) call.say(call.t('… and %1 more; --dry-run shows all', [rows.length - SHOWN]))
  call.io.err(`${counts(steps, call)}\n`)
}

async function remove(call: Call<ListOptions>): Promise<Result> {
  const { options, args } = call
  const [name = '', ...ids] = args
  const { findEntity, readKey } = await import('../services/find-entity.ts')
  const { queryOf, identifyingFields } = await import('../services/read-rows.ts')
  const entity = findEntity(name)
  const filtered = options.where !== undefined || options.search !== undefined
  if (ids.length > 0 === filtered) throw wrongUsage('Select rows by ID or with --where, not both')
  const connection = await call.connect()
  const { findRows, searchByKeys } = await import('@tiffin/core/screens')
  const { MAX_ROWS_PER_CALL } = await import('@tiffin/sdk/contract')
  const keys = ids.map((id) => readKey(entity, id))
  const { limit: _all, ...query } = await queryOf(connection, entity, options, 0)
  const selection = await findRows(
    connection.client,
    filtered ? query : { table: entity.name, search: searchByKeys(entity, keys) },
    undefined,
  )
  const { rows: found, count } = selection
  if (found.length === 0 || found.length < new Set(ids).size) throw notFound('No results')
  if (count > MAX_ROWS_PER_CALL)
    throw wrongUsage('Too many rows to delete at once: %1, the limit is %2', {
      params: [count, MAX_ROWS_PER_CALL],
      next: ['Add filters to narrow the selection'],
    })
  const columns = identifyingFields(entity)
  if (options.dryRun === true) return { rows: found, columns, remarks: [call.t('These would be deleted: %1', [found.length])] }
  if (options.yes !== true) {
    const { layoutTable } = await import('../results/table.ts')
    const { formatValue } = await import('../results/format-value.ts')
    const texts = found.slice(0, SHOWN).map((row) => columns.map((column) => formatValue(row[column], call.lang)))
    if (call.io.interactive) call.io.err(layoutTable(columns, texts, call.io.columns).text)
    await confirm(call, { text: 'Rows of %1: delete %2?', params: [entity.name, count] })
  }
  const { deleteRows } = await import('../services/delete-rows.ts')
  await deleteRows(connection, entity, selection)
  return { rows: found, columns, remarks: [call.t('Deleted: %1', [found.length])] }
}
