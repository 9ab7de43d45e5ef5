import crypto from 'crypto'
import fs from 'fs'
import path from 'path'
import { spawnSync } from 'child_process'
import { capture } from './bootstrap/capture.mjs'
import { chooseNode, minimumNode } from './bootstrap/choose-node.mjs'
import { cleanEnvironment, withPath, withStores } from './bootstrap/environment.mjs'
import { Failure, adviceFor } from './bootstrap/failure.mjs'
import { fetchPackage, retries } from './bootstrap/fetch-package.mjs'
import { withLock } from './bootstrap/lock.mjs'

const pnpmVersion = '12.21.0'
// Without a registry, pnpm retries for many minutes and prints nothing while it verifies the lock file.
const pnpmPatience = 90 * 1000
const say = (text) => process.stderr.write('tiffin: ' + text + '\n')
const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1) + ' s'

function nodePlan(tools) {
  const choice = chooseNode({ version: process.version, platform: process.platform, arch: process.arch })
  if (choice.use === 'installed') return { binary: process.execPath, version: process.version }
  if (choice.use === 'none')
    throw new Failure(
      'Node ' + process.version + ' is too old and none can be fetched for ' + process.platform + '-' + process.arch + '.',
      'Install Node ' + minimumNode + ' or newer from https://nodejs.org, then run the same command again.',
    )
  const folder = path.join(tools, choice.name + '-' + choice.version)
  const binary = path.join(folder, 'node_modules', choice.name, 'bin', 'node')
  return {
    binary,
    folder,
    spec: choice.name + '@' + choice.version,
    title: 'Node ' + choice.version,
    version: 'v' + choice.version,
  }
}

function pnpmPlan(tools) {
  const folder = path.join(tools, 'pnpm-' + pnpmVersion + '-' + process.platform + '-' + process.arch)
  return { folder, spec: 'pnpm@' + pnpmVersion, title: 'pnpm ' + pnpmVersion }
}

/** pnpm is a native program with a package for each platform (and a second one for musl); npm installs the right one. */
function findPnpm(folder) {
  const scope = path.join(folder, 'node_modules', '@pnpm')
  const found = fs.existsSync(scope) ? fs.readdirSync(scope).filter((name) => name.startsWith('exe.')) : []
  return found.map((name) => path.join(scope, name)).find((each) => fs.existsSync(path.join(each, 'pnpm')))
}

async function fetchTool(plan, env, proves) {
  const start = Date.now()
  say('fetching ' + plan.title + ' …')
  // The folder failed `proves` (someone emptied it, for example) or does not exist.
  fs.rmSync(plan.folder, { recursive: true, force: true })
  await fetchPackage({ spec: plan.spec, folder: plan.folder, env })
  if (!proves())
    throw new Failure(
      plan.title + ' was fetched but does not run on this system.',
      'Install Node ' +
        minimumNode +
        " or newer with your system's packages or from https://nodejs.org, then run the same command again.",
    )
  say(plan.title + ' is ready (' + seconds(start) + ')')
}

const runs = (binary) => spawnSync(binary, ['--version']).status === 0

/** Everything that decides the installed packages: a new lock file, platform or Node means a new installation. */
function installKey(root, nodeVersion) {
  const hash = crypto.createHash('sha256')
  const patches = path.join(root, 'patches')
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => path.join(root, name))
  if (fs.existsSync(patches))
    fs.readdirSync(patches)
      .sort()
      .forEach((name) => files.push(path.join(patches, name)))
  files.forEach((file) => hash.update(fs.readFileSync(file)))
  hash.update([process.platform, process.arch, nodeVersion.split('.')[0], pnpmVersion].join(' '))
  return hash.digest('hex')
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function installPackages({ root, env, pnpm }) {
  const start = Date.now()
  say('installing packages …')
  let lastOutput = start
  const onLine = (line) => {
    const isProgress = line.startsWith('Progress:')
    if ((isProgress || line.includes('Will retry')) && Date.now() - lastOutput > 3000) {
      lastOutput = Date.now()
      say(isProgress ? line.replace('Progress:', ' ') : '  the package registry does not answer, trying again …')
    }
    return line !== '' && !line.startsWith('[WARN]') && !line.startsWith('Will retry')
  }
  // No one can answer a prompt: pnpm would refuse to replace a node_modules folder that another version created.
  const flags = ['install', '--frozen-lockfile', '--reporter=append-only', '--config.confirm-modules-purge=false']
  const command = path.join(pnpm, 'pnpm')
  const { code, output } = await capture(
    command,
    flags.concat(retries('--config.')),
    { cwd: root, env },
    { onLine, patience: pnpmPatience },
  )
  if (code !== 0) throw new Failure('pnpm could not install the packages.', adviceFor(output, root), output)
  say('packages are installed (' + seconds(start) + ')')
}

/**
 * Ensures that Node, pnpm and the packages are installed, fetching any that are missing. Returns `{ node, env }`: the Node and the
 * environment to run tasks with. Several processes may call it at once; if everything is in place it only reads. Throws a
 * Failure.
 */
export async function bootstrap({ root, install }) {
  const tools = path.join(root, '.tools')
  const node = nodePlan(tools)
  const pnpm = pnpmPlan(tools)
  const env = cleanEnvironment(process.env)
  const stamp = path.join(root, 'node_modules', '.tiffin-installed')
  const key = installKey(root, node.version)

  const nodeMissing = () => Boolean(node.folder) && !fs.existsSync(node.binary)
  const pnpmMissing = () => !findPnpm(pnpm.folder)
  const packagesStale = () => install && readText(stamp) !== key
  const complete = () =>
    withPath(env, [findPnpm(pnpm.folder), path.dirname(node.binary), path.join(root, 'node_modules', '.bin')])

  if (nodeMissing() || pnpmMissing() || packagesStale()) {
    const wait = (pid) => say('waiting for process ' + pid + ', which is setting up this folder …')
    try {
      await withLock(tools, 'setup', wait, async () => {
        const stores = withStores(env, tools)
        await Promise.all([
          nodeMissing() && fetchTool(node, stores, () => runs(node.binary)),
          pnpmMissing() && fetchTool(pnpm, stores, () => runs(path.join(findPnpm(pnpm.folder) || '', 'pnpm'))),
        ])
        if (!packagesStale()) return
        await installPackages({ root, env: withStores(complete(), tools), pnpm: findPnpm(pnpm.folder) })
        fs.writeFileSync(stamp, key)
      })
    } catch (error) {
      if (error instanceof Failure || !error.code) throw error
      throw new Failure('Setting up failed: ' + error.message + '.', adviceFor(String(error.code), root))
    }
  }
  return { node: node.binary, env: complete() }
}
