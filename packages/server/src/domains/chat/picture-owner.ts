import type { PictureOwner } from '#content/picture'

/** Files of a chat count towards the company's storage, whoever sends them. */
export const pictureOwnerOf = (company: number, person: string): PictureOwner => ({ person, company: `company ${company}` })
