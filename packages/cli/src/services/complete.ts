import type { Command } from 'commander'
import { entityNames } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { formatValue } from '../results/format-value.ts'
import { findEntity } from './find-entity.ts'
import { readRows, identifyingFields } from './read-rows.ts'
import { readStatuses } from './find-status.ts'

export type Candidate = readonly [word: string, means: string]

/** A shell waits at the prompt: slower results are dropped. */
const TIMEOUT_MS = 1500
const MAX_CANDIDATES = 50

/** Words that may follow those typed so far; the last one is incomplete. Ids come from the server, if signed in. */
export async function complete(
  program: Command,
  words: readonly string[],
  connect: () => Promise<Connection>,
  lang: string,
): Promise<Candidate[]> {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const plain = before.filter((word) => !word.startsWith('-'))
  const { command, depth } = descend(program, plain)
  const previous = before.at(-1)
  if (typed.startsWith('-')) return options(command)
  if (previous?.startsWith('-')) return valueOf(previous, plain, connect, lang)
  if (command.commands.length > 0) {
    return command.commands.filter((item) => !hidden(item)).map((entry) => [entry.name(), entry.description()])
  }
  return completeOperands(command, plain.slice(depth), connect, lang)
}

function descend(program: Command, plain: readonly string[]): { command: Command; depth: number } {
  let command = program
  let depth = 0
  for (const word of plain) {
    const next = command.commands.find((item) => item.name() === word)
    if (!next) break
    command = next
    depth += 1
  }
  return { command, depth }
}

const hidden = (command: Command): boolean => command.name() === 'complete'

function options(command: Command): Candidate[] {
  const own = [...command.options, ...(command.parent?.options ?? []), ...(command.parent?.parent?.options ?? [])]
  return own.flatMap((option) => (option.long ? [[option.long, option.description] as const] : []))
}

async function valueOf(
  option: string,
  plain: readonly string[],
  connect: () => Promise<Connection>,
  lang: string,
): Promise<Candidate[]> {
  if (option === '--to' || option === '--status') {
    return offerQuietly(async () => {
      const statuses = await readStatuses(await connect())
      return statuses.map((status) => [String(status.order_status_id), formatValue(status.value, lang)] as const)
    })
  }
  const entity = plain[1]
  const namesFields = ['--where', '-w', '--order', '-o', '--fields', '-f', '--json', '--set'].includes(option)
  if (!namesFields || entity === undefined) return []
  try {
    const known = findEntity(plain[0] === 'orders' ? 'order' : entity)
    return Object.keys(known.fields).map((name) => [name, known.fields[name]?.kind ?? ''])
  } catch {
    return []
  }
}

async function completeOperands(
  command: Command,
  given: readonly string[],
  connect: () => Promise<Connection>,
  lang: string,
): Promise<Candidate[]> {
  const names = command.registeredArguments.map((argument) => argument.name())
  const requested = names[Math.min(given.length, names.length - 1)]
  if (requested === 'entity') return entityNames.map((name) => [name, ''])
  if (requested === 'company') return ids('owner', connect, lang)
  if (requested !== 'id') return command.registeredArguments[given.length]?.argChoices?.map((choice) => [choice, '']) ?? []
  return ids(names[0] === 'entity' ? (given[0] ?? '') : 'order', connect, lang)
}

/** The newest records of a table, each with a description. */
const ids = (table: string, connect: () => Promise<Connection>, lang: string): Promise<Candidate[]> =>
  offerQuietly(async () => {
    const entity = findEntity(table)
    const fields = identifyingFields(entity).filter((name) => name !== entity.key && name !== 'revision')
    const order = [{ field: entity.key, dir: 'desc' as const }]
    const { rows } = await readRows(await connect(), { table: entity.name, order, limit: [0, MAX_CANDIDATES] })
    return rows.map((row) => {
      const means = fields
        .slice(0, 3)
        .map((name) => formatValue(row[name], lang))
        .filter(Boolean)
      return [String(row[entity.key]), means.join(' · ').slice(0, 60)] as const
    })
  })

/** Errors can't be shown at a prompt, so on an error nothing is offered. */
async function offerQuietly(ask: () => Promise<Candidate[]>): Promise<Candidate[]> {
  const late = new Promise<Candidate[]>((resolve) => setTimeout(resolve, TIMEOUT_MS, []).unref())
  return Promise.race([ask().catch(() => []), late])
}
