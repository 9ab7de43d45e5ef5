/** What in a dish must not be overlooked, behind its name. */
export const Allergens = ({ names }: { names: readonly string[] | undefined }) =>
  names?.length ? (
    <>
      {/* The space stands outside: within, it ends up on the far side of a word that runs the other way. */}{' '}
      <bdi className="allergens">
        ▲{'\u00A0'}
        {names.join(', ')}
      </bdi>
    </>
  ) : null
