import { formatList } from '@tiffin/core/rules'
import { useBoardView } from './board-context.ts'

/** What in a dish must not be overlooked, behind its name. */
export function Allergens({ names }: { names: readonly string[] | undefined }) {
  const { lang } = useBoardView()
  if (!names?.length) return null
  return (
    <>
      {/* The space stands outside: within, it ends up on the far side of a word that runs the other way. */}{' '}
      <bdi className="allergens">
        ▲{'\u00A0'}
        {formatList(names, lang)}
      </bdi>
    </>
  )
}
