import type { Message, Sentence, TextKey } from '#i18n/text-key'

/** Problems of a configuration file. Scripts rely on the codes, so they never change. */
export const configurationProblems = {
  not_yaml: 'Not valid YAML here: %1',
  too_large: 'Too large: %1 MB, the limit is %2 MB',
  too_many: 'Too many records: the limit is %1',
  alias: 'Write values out: anchors, aliases and tags are not allowed',
  not_a_map: 'Write fields as name: value',
  newer_contract: 'This file was written by a newer Tiffin. Update tiffin.',
  unknown_section: 'There is no section %1',
  unknown_key: 'There is no field %1',
  duplicate: 'Duplicate: %1',
  name_differs:
    'The record is named %1 here, but its translations say %2. To rename it, change the name and add "was:" with the old name.',
  matched_twice: 'This is the same record as %1',
  unknown_reference: 'There is no record %1 in %2',
  ambiguous_reference: 'Several records in %2 are named %1. Enter an ID instead.',
  invalid_value: 'Invalid value: %1',
  option_required: 'Not included in your tariff',
} as const satisfies Record<string, TextKey>
type ConfigurationProblemCode = keyof typeof configurationProblems

/** A place of the file that is wrong, and why. */
export interface ConfigurationProblem {
  code: string
  /** From 1; 0 if it is about the whole file. */
  line: number
  sentence: Sentence | Message
  table?: string
  /** Name of the record in the file. */
  name?: string
  field?: string
  /** An unknown word, and the ones that are known here. */
  unknown?: { word: string; known: readonly string[] }
}

export type ProblemPlace = Pick<ConfigurationProblem, 'line' | 'table' | 'name' | 'field' | 'unknown'>

export const problem = (
  code: ConfigurationProblemCode,
  params: readonly (string | number)[],
  place: ProblemPlace,
): ConfigurationProblem => ({
  ...place,
  code,
  sentence: {
    message: configurationProblems[code],
    params: params.map((param) => (typeof param === 'string' ? param.slice(0, 200) : param)),
  },
})
