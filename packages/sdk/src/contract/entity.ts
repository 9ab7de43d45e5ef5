import * as z from 'zod'
import { type Field, int } from './field.ts'
import type { CompanyLimit, CompanyOption, Gate } from './gate.ts'

/** Where the rows belong: the platform, one company, or one administrator. */
export type Scope = 'global' | 'company' | 'admin'

/**
 * Which rows of a company an operator meets, besides the gate (owners and platform administrators meet all):
 * `merchant` — the row is a merchant and its access list grants something;
 * `ofMerchant` — the row's `merchant` field is such a merchant; `self` — the row is the administrator's own.
 */
export type RowRule = 'merchant' | 'ofMerchant' | 'self'

export interface Access {
  read: Gate
  write: Gate
  /** Gate of making a row, where it differs from `write`. */
  create?: Gate
  /** Gate of deleting a row, where it differs from `write`. */
  delete?: Gate
  rows?: RowRule
}

/** A row of another entity that travels inside this one, reduced to the named fields. */
export interface Join {
  /** Name of the joined object in the answer. */
  as: string
  fields: readonly string[]
}

export interface EntityDeclaration<F extends Record<string, Field>> {
  key: keyof F & string
  scope: Scope
  fields: F
  access: Access
  /** Option of the company without which its rows cannot be written, and its screen stays closed (GATE-01). */
  gate?: CompanyOption
  /** Limit of the company on the number of rows. */
  limit?: CompanyLimit
  /** Fields that a search box looks into. */
  search?: readonly (keyof F & string)[]
  /** Field that carries the position given by drag-sort. */
  sort?: keyof F & string
  /** By reference field: what `join` adds to a row. */
  joins?: { [K in keyof F & string]?: Join }
  /** Sets of fields whose values together are unique (within the company, where there is one). */
  unique?: readonly (readonly (keyof F & string)[])[]
  /** Fields whose values no two rows of the platform share, whatever their company; empty ones do not count. */
  distinct?: readonly (keyof F & string)[]
  /** Fields with an index of their own, beside the key and the search. */
  index?: readonly (readonly (keyof F & string)[])[]
  /** Whole rows are saved as they were read: read-only fields in them are previews, taken and left alone (AMB-002, AMB-004). */
  previews?: boolean
  /** `view`: derived by the server, not a table. */
  storage?: 'table' | 'view'
}

/** Any entity, with the names of its fields as plain text. */
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
  storage: 'table' | 'view'
}

/** An entity whose fields are known by name and type. */
export type DefinedEntity<N extends string, F extends Record<string, Field>> = Entity & {
  name: N
  fields: F & { revision: Field<number> }
}

/**
 * Declares an entity once; schemas, columns, permissions, screens and commands derive from it.
 * Every entity also gets `revision`, which counts its changes and guards stale edits.
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
/** A row as it travels, without joined objects. */
export type Row<E> = { [K in keyof Shape<E>]: Shape<E>[K] extends Field<infer T> ? T : never }
/** What a save may carry: any part of a row. */
export type Save<E> = Partial<Row<E>>

/** Schema of a whole row as it comes out. */
export const rowSchema = (entity: Entity): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, field.schema])))

/**
 * Schema of the changed fields that a save may carry: read-only fields are refused except the key and the revision, and
 * except the previews of entities that have them.
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
