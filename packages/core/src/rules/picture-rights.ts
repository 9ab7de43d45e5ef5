import { type Entity, entities } from '@tiffin/sdk/contract'
import { tokenMayWrite } from './access-tokens.ts'
import { type Actor, allow, type Decision, refuse } from './actor.ts'
import { writableFields } from './permissions.ts'

const tables: readonly Entity[] = Object.values(entities)
const imagesOf = ({ fields }: Entity): string[] => Object.keys(fields).filter((name) => fields[name]?.kind === 'image')

/** Whether the actor edits pictures other than their own photo, as generating and changing them needs: it costs the company. */
export const editsPictures = (actor: Actor): boolean =>
  tables.some((entity) => imagesOf(entity).some((name) => writableFields(actor, entity).has(name)))

/** Whether the actor may store a picture for a field, or for any if none is named. Everyone stores their own photo. */
export function mayStorePicture(actor: Actor, place?: { entity: Entity; field: string }): Decision {
  if (!place) return editsPictures(actor) ? allow : refuse('forbidden')
  const { entity, field } = place
  const scope = tokenMayWrite(actor, entity)
  if (!scope.allowed) return scope
  const isOwnPhoto = entity === entities.admin && field === 'img'
  return isOwnPhoto || writableFields(actor, entity).has(field) ? allow : refuse('forbidden')
}
