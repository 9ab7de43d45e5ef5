/** A column of a file and the field that it is imported into. */
export interface FieldColumn {
  /** From 0. */
  column: number
  /** The field's name, or a language of the dictionary. */
  field: string
  /** The language of a text in several languages. */
  lang?: string
  /** The heading has no language code: the cells are in the reader's language, or in that of the heading. */
  isReaderLanguage?: true
  /** The field by which records are named: `merchant.name`. */
  by?: string
}

/** Path of a column's field, such as `name.ru`. */
export const targetName = ({ field, lang }: Pick<FieldColumn, 'field' | 'lang'>): string =>
  lang === undefined ? field : `${field}.${lang}`
