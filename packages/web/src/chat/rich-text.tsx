import type { ReactNode } from 'react'
import { type RichPart, richParts } from '@tiffin/core/chat'

const tags: Readonly<Record<string, 'b' | 'i' | 'u' | 's' | 'code'>> = { b: 'b', i: 'i', u: 'u', s: 's', code: 'code' }

/** A message as text, styles and links. Its markup is never used as markup of the page. */
export const RichText = ({ text }: { text: string }) => richParts(text).map((part, index) => <Part key={index} {...part} />)

function Part({ text, styles, href }: RichPart) {
  const styled = styles.reduceRight<ReactNode>((inside, style) => {
    const Tag = tags[style]
    return Tag ? <Tag>{inside}</Tag> : inside
  }, text)
  if (href === undefined) return styled
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
      {styled}
    </a>
  )
}
