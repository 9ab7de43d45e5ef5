import { cpSync, existsSync, globSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../bootstrap/capture.mjs'
import { Failure } from '../bootstrap/failure.mjs'

// A break changes neither the list of breaks nor the pages about them.
const leftOut = ['tests/breaks', 'docs/proofs.md', 'docs/survivors']
const output = ['packages/web/dist', 'packages/cli/dist', '.cache/build']

async function git(root, args, env) {
  const { code, output: said } = await capture('git', args, { cwd: root, env: { ...process.env, ...env } })
  if (code !== 0) throw new Failure(`git ${args[0]} failed.`, 'The proofs need a git checkout.', said)
  return said.trim()
}

/** Git's tree of the files as they are now, committed or not. The developer's own index is not changed. */
export async function snapshot(root) {
  const index = path.join(root, '.cache/proofs/snapshot.index')
  mkdirSync(path.dirname(index), { recursive: true })
  const env = { GIT_INDEX_FILE: index }
  await git(root, ['add', '--all', '.'], env)
  await git(root, ['rm', '--cached', '-r', '-q', '--ignore-unmatch', ...leftOut], env)
  return git(root, ['write-tree'], env)
}

/** Links between workspace packages are relative, so that in a copy they lead to the copy's packages. */
function linkPackages(root, folder) {
  if (!existsSync(path.join(folder, 'node_modules')))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const links of globSync('{packages/*,tests}/node_modules', { cwd: root })) {
    const to = path.join(folder, links)
    rmSync(to, { recursive: true, force: true })
    cpSync(path.join(root, links), to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (name) => !/node_modules\/\.(?:cache|vite)/.test(name),
    })
  }
}

/** A folder with the files of the snapshot, in which to make breaks; `reset` reverts them. Created once, then updated. */
export async function workingCopy(root, name, tree) {
  const folder = path.join(root, '.cache/proofs', name)
  const env = { GIT_INDEX_FILE: `${folder}.index`, GIT_WORK_TREE: folder }
  const isNew = !existsSync(folder)
  if (isNew) {
    mkdirSync(folder, { recursive: true })
    rmSync(env.GIT_INDEX_FILE, { force: true })
  }
  const reset = () => git(root, ['read-tree', '--reset', '-u', tree], env)
  await reset()
  linkPackages(root, folder)
  if (isNew)
    for (const built of output)
      if (existsSync(path.join(root, built))) cpSync(path.join(root, built), path.join(folder, built), { recursive: true })
  return { folder, reset }
}
