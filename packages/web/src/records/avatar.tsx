import { useState } from 'react'
import { AVATAR_SIZE, avatarColor, initialsOf, type PreviewSize } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { usePictureUrl } from './use-picture-url.ts'

interface Props {
  src: string
  name: string
  size?: number
  round?: boolean
  preview?: PreviewSize
}

/**
 * A small image. If there is none or it can't be loaded: initials on the name's colour, or an icon if there is no name
 * (IMG-14 to IMG-17).
 */
export function Avatar({ src, name, size = AVATAR_SIZE, round = false, preview = 200 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src !== '' && failed !== src
  const initials = initialsOf(name)
  const urlOf = usePictureUrl()
  return (
    <span
      className="avatar"
      data-round={round || undefined}
      data-nameless={initials === '' || undefined}
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        ...(size > AVATAR_SIZE ? { fontSize: size / 3 } : {}),
        ...(shown || initials === '' ? {} : { background: avatarColor(name) }),
      }}
    >
      {shown ? (
        <img
          src={urlOf(src, preview)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          style={{ objectFit: 'cover', width: '100%', height: '100%' }}
          onError={() => setFailed(src)}
        />
      ) : initials === '' ? (
        <Icon name="image" size={Math.round(size / 2)} />
      ) : (
        initials
      )}
    </span>
  )
}
