import type { PictureOwner } from '#content/picture'

/** Files of a chat count towards the company's storage, whoever sends them. */
export const pictureOwnerOf = (company: number, person: string): PictureOwner => ({ person, company: `company ${company}` })

/** Whose storage the files of a company's customers count towards, besides the company's. */
export const customersOf = (company: string): string => `${company} customers`

/** Whose storage the files of one customer count towards, besides those. */
export const customerOf = (company: string, customer: number): string => `${company} customer ${customer}`
