import * as z from 'zod'
import { type Field, int } from './field.ts'
import type { CompanyLimit, CompanyOption, Gate } from './gate.ts'

/** Where the rows belong: the platform, one company, or one administrator. */
export type Scope = 'global' | 'company' | 'admin'

/**
 * Rows of a company that an operator may access, in addition to the gate (owners and platform administrators access all):
 * `merchant`: the row is a merchant whose access list gives the operator any access;
 * `ofMerchant`: the row's `merchant` field is such a merchant; `self`: the row is the administrator's own.
 */
export type RowRule = 'merchant' | 'ofMerchant' | 'self'

export interface Access {
  read: Gate
  write: Gate
  /** Who may create a row, if not the same as `write`. */
  create?: Gate
  /** Who may delete a row, if not the same as `write`. */
  delete?: Gate
  rows?: RowRule
}

/** A row of another entity nested in this one, reduced to the listed fields. */
export interface Join {
  /** Name of the joined object in the response. */
  as: string
  fields: readonly string[]
  /** Additional fields that only boards read. */
  board?: readonly string[]
}

export interface EntityDeclaration<F extends Record<string, Field>> {
  key: keyof F & string
  scope: Scope
  fields: F
  access: Access
  /** Company option required to write its rows and to open its screen (GATE-01). */
  gate?: CompanyOption
  /** Company limit on the number of rows. */
  limit?: CompanyLimit
  /** Fields that the search box searches. */
  search?: readonly (keyof F & string)[]
  /** Field that holds the position set by drag-sort. */
  sort?: keyof F & string
  /** The joined row that `join` adds for each reference field. */
  joins?: { [K in keyof F & string]?: Join }
  /** Sets of fields that are unique together (within the company, if there is one). */
  unique?: readonly (readonly (keyof F & string)[])[]
  /** Fields that are unique across the whole platform, not only within a company; empty values don't count. */
  distinct?: readonly (keyof F & string)[]
  /** Sets of fields with a separate index, in addition to the key and the search. */
  index?: readonly (readonly (keyof F & string)[])[]
  /** Rows are saved whole, as read. Read-only fields in them are previews, accepted but ignored (AMB-002, AMB-004). */
  previews?: boolean
  /** Fields that exist only in searches, for readers of the field that they are computed from. */
  searchOnly?: Readonly<Record<string, { of: keyof F & string; field: Field }>>
  /** Part of a company's configuration (`tiffin config`), except for these fields. */
  configuration?: { except: readonly (keyof F & string)[] }
  /** Rows are never changed or deleted: the database grants the server no right to. */
  appendOnly?: true
  /** `view`: derived by the server, not stored in a table. */
  storage?: 'table' | 'view'
}

/** Any entity, with field names as plain strings. */
export interface Entity {
  name: string
  key: string
  scope: Scope
  fields: Record<string, Field>
  access: Access
  gate?: CompanyOption
  limit?: CompanyLimit
  search?: readonly string[]
  sort?: string
  joins: Record<string, Join>
  unique?: readonly (readonly string[])[]
  distinct?: readonly string[]
  index?: readonly (readonly string[])[]
  previews?: boolean
  searchOnly?: Readonly<Record<string, { of: string; field: Field }>>
  configuration?: { except: readonly string[] }
  appendOnly?: true
  storage: 'table' | 'view'
}

/** An entity whose field names and types are known. */
export type DefinedEntity<N extends string, F extends Record<string, Field>> = Omit<Entity, 'name' | 'fields'> & {
  name: N
  fields: F & { revision: Field<number> }
}

/**
 * Declares an entity once; schemas, columns, permissions, screens and commands derive from it.
 * Each entity also gets `revision`, which counts its changes and detects stale edits.
 */
export function defineEntity<const N extends string, const F extends Record<string, Field>>(
  name: N,
  declaration: EntityDeclaration<F>,
): DefinedEntity<N, F> {
  return {
    storage: 'table',
    ...declaration,
    name,
    joins: Object.fromEntries(Object.entries(declaration.joins ?? {}).filter(([, join]) => join !== undefined)) as Record<
      string,
      Join
    >,
    fields: { ...declaration.fields, revision: int({ initial: 1, readonly: true }) },
  }
}

type Shape<E> = E extends { fields: infer F } ? F : never
/** A row on the wire, without joined objects. */
export type Row<E> = { [K in keyof Shape<E>]: Shape<E>[K] extends Field<infer T> ? T : never }
/** Input of a save: any subset of the fields of a row. */
export type Save<E> = Partial<Row<E>>

/** Schema of a whole row as the server returns it. */
export const rowSchema = (entity: Entity): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, field.schema])))

/**
 * Schema of the changed fields in a save. Read-only fields are refused, except the key, the revision and the
 * previews of entities that have them.
 */
export const saveSchema = (entity: Entity): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(entity.fields).flatMap(([name, field]) => {
        if (!field.readonly || name === entity.key || name === 'revision') return [[name, field.schema.optional()]]
        return entity.previews === true ? [[name, z.unknown().optional()]] : []
      }),
    ),
  )
