import { existsSync, readFileSync } from 'node:fs'

const dist = 'packages/web/dist'
const page = `${dist}/index.html`

/** What the first page load fetches: the entry and the chunks that it imports at once, as the built page lists them; not the lazy ones. */
function initialScripts() {
  if (!existsSync(page)) return []
  const html = readFileSync(page, 'utf8')
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || tag.includes('modulepreload'))
  return tags.flatMap((tag) => /\b(?:src|href)="\/?([^"]+\.js)"/.exec(tag)?.slice(1) ?? []).map((file) => `${dist}/${file}`)
}

export default [{ name: 'web console, initial JavaScript', path: initialScripts(), limit: '220 kB', gzip: true }]
