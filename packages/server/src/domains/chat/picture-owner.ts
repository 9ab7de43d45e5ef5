import type { PictureOwner } from '#content/picture'

/** Files of a chat count towards the company's storage, no matter who sends them. */
export const pictureOwnerOf = (company: number, person: string): PictureOwner => ({ person, company: `company ${company}` })

/** A second quota for the files of all customers of a company, within the company's storage. */
export const customersOf = (company: string): string => `${company} customers`

/** A third quota for the files of one customer. */
export const customerOf = (company: string, customer: number): string => `${company} customer ${customer}`
