import { entities, type Entity } from '@tiffin/sdk/contract'

/** The entities of a company's configuration, in the contract's order. */
export const configurationEntities: readonly Entity[] = (Object.values(entities) as Entity[]).filter(
  ({ configuration }) => configuration !== undefined,
)

/** The fields of a configuration: those that owners set and may read back, so never secrets (AMB-231). */
export const configurationFields = ({ key, fields, configuration }: Entity): string[] =>
  Object.entries(fields)
    .filter(
      ([name, { kind, readonly, derived, volatile, read, write }]) =>
        name !== key &&
        name !== 'company' &&
        !readonly &&
        !derived &&
        !volatile &&
        kind !== 'secret' &&
        read !== 'nobody' &&
        write !== 'platform' &&
        write !== 'nobody' &&
        !configuration?.except.includes(name),
    )
    .map(([name]) => name)
