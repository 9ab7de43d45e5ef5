import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

/** Two letters for a name: of its first two words, or the first two of a single one (IMG-16). */
export function initialsOf(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  return (
    second === undefined ? Array.from(first).slice(0, 2).join('') : `${Array.from(first)[0]}${Array.from(second)[0]}`
  ).toUpperCase()
}

/** Where a stored picture is served; addresses stay as they are. */
export const pictureUrl = (name: string): string => (/^(https?:|\/)/.test(name) ? name : `/content/${encodeURIComponent(name)}`)

interface Props {
  src: string
  name: string
  size?: number
  round?: boolean
}

/** A small picture, or initials where there is none or it cannot be loaded (IMG-14, IMG-17). */
export function Avatar({ src, name, size = 30, round = false }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <chakra.span
      display="inline-grid"
      placeItems="center"
      flexShrink={0}
      overflow="hidden"
      borderRadius={round ? 'full' : 'l1'}
      bg="bg.muted"
      color="fg.muted"
      fontSize="2xs"
      fontWeight="semibold"
      aria-hidden="true"
      style={{ width: size, height: size }}
    >
      {src !== '' && failed !== src ? (
        <img
          src={pictureUrl(src)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          style={{ objectFit: 'cover', width: '100%', height: '100%' }}
          onError={() => setFailed(src)}
        />
      ) : (
        initialsOf(name)
      )}
    </chakra.span>
  )
}
