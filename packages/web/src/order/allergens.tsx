import { formatList } from '@tiffin/core/rules'

/** Allergens of a dish, shown after its name. */
export function Allergens({ names, lang }: { names: readonly string[] | undefined; lang: string }) {
  if (!names?.length) return null
  return (
    <>
      {/* The space is outside; inside, it would end up on the far side of a word in the other direction. */}{' '}
      <bdi className="allergens">
        ▲{'\u00A0'}
        {formatList(names, lang)}
      </bdi>
    </>
  )
}
