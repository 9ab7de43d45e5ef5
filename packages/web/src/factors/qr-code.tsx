import { chakra } from '@chakra-ui/react'
import { encode } from 'uqr'

/** A QR code, dark on white in both themes: cameras need it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <chakra.svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} w="192px" h="192px" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </chakra.svg>
  )
}
