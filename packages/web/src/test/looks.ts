/** Themes and languages to check; usual runs use only the most error-prone. */
const all = [
  { theme: 'dark', lang: 'ar' },
  { theme: 'light', lang: 'en' },
  { theme: 'light', lang: 'ar' },
  { theme: 'dark', lang: 'en' },
] as const

export const looks = import.meta.env.TIFFIN_TESTS === 'full' ? all : all.slice(0, 1)

/** A PNG with a dark red middle on white. */
export async function drawnPicture(width: number, height: number, name = 'logo.png'): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#cc0000'
  pen.fillRect(width / 4, height / 4, width / 2, height / 2)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], name, { type: 'image/png' })
}
