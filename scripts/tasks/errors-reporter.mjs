import { writeFileSync } from 'node:fs'

/** A reporter of Vitest that writes the errors outside any test to the file TIFFIN_TEST_ERRORS, as a list of texts. */
export default class {
  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return
    const texts = errors.map((error) => `outside any test: ${error.type ?? ''} ${error.stack ?? error.message}`)
    writeFileSync(process.env.TIFFIN_TEST_ERRORS, JSON.stringify(texts))
  }
}
