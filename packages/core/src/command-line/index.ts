export { commandLine } from './quote.ts'
export { addressFilters, choicesOf, filterNames, namedFilter, periodName, type WrittenCondition } from './where.ts'
export {
  type ChosenRows,
  changeVerb,
  deleteVerb,
  type ListPlace,
  listVerbs,
  moveWords,
  orderVerbs,
  recordVerbs,
  reportVerbs,
  type Verb,
} from './verbs.ts'
export { type CommandPage, commandPages, listPage, listQueryText, recordPath } from './links.ts'
