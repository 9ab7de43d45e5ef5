import path from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

const isDictionary = (file) => /\/core\/src\/i18n\/(ru|ar|en|names)\b[^/]*$|\/cli\/src\/texts\//.test(file)
const isTest = (file) => /\.(test|fixture)\.tsx?$/.test(file)

/** The strings and property names in the code of these projects: every text key in use is one of them. */
export function wordsOf(configs) {
  const words = new Set()
  const visit = (node) => {
    if (node.kind === SyntaxKind.StringLiteral || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral) words.add(node.text)
    if (node.kind === SyntaxKind.PropertyAssignment && node.name.kind === SyntaxKind.Identifier) words.add(node.name.text)
    node.forEachChild(visit)
  }
  const api = new API()
  try {
    for (const config of configs) {
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
      for (const file of project.rootFiles) if (!isDictionary(file) && !isTest(file)) visit(project.program.getSourceFile(file))
    }
  } finally {
    api.close()
  }
  return words
}

const withoutForm = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '')

async function unusedTexts(root) {
  const words = wordsOf(['sdk', 'core', 'server', 'tui', 'cli', 'web'].map((name) => `${root}/packages/${name}/tsconfig.json`))
  const { defaultLabel } = await import(`${root}/packages/core/src/i18n/default-label.ts`)
  const { entities } = await import(`${root}/packages/sdk/src/contract/entities/index.ts`)
  for (const { name, fields } of Object.values(entities)) {
    for (const named of [name, ...Object.keys(fields)]) words.add(defaultLabel(named))
  }
  const { ru } = await import(`${root}/packages/core/src/i18n/ru.ts`)
  // A test compares the command's help texts with their translations.
  const { ru: command } = await import(`${root}/packages/cli/src/texts/ru.ts`)
  return Object.keys({ ...ru, ...command }).filter((key) => !words.has(withoutForm(key)))
}

// As a program: lists dictionary texts that no code uses.
if (process.argv[1] === import.meta.filename) {
  const unused = await unusedTexts(path.dirname(import.meta.dirname))
  if (unused.length > 0) {
    process.stdout.write(
      `No code says these texts, so the dictionaries need not have them:\n${unused.map((key) => `  ${key}\n`).join('')}`,
    )
    process.exitCode = 1
  }
}
