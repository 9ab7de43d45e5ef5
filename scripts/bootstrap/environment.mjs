import fs from 'fs'
import os from 'os'
import path from 'path'

const kept = new Set(['cache', 'registry', 'proxy', 'https_proxy', 'http_proxy', 'noproxy', 'cafile'])

/**
 * The environment for npm, pnpm and the tasks. npm passes its whole configuration to its scripts as `npm_config_*`, and a
 * nested npm or pnpm would apply it (`--prefix`, `--global`, `--omit` …). So only the registry and network settings are kept.
 * pnpm reads them under its own prefix.
 */
export function cleanEnvironment(env) {
  const clean = {}
  for (const name of Object.keys(env)) {
    const match = /^npm_config_(.*)$/i.exec(name)
    if (!match) {
      clean[name] = env[name]
    } else if (kept.has(match[1].toLowerCase().replace(/-/g, '_'))) {
      clean[name] = env[name]
      if (match[1].toLowerCase() !== 'cache') clean['pnpm_config_' + match[1].toLowerCase()] = env[name]
    }
  }
  return clean
}

/** Prepends folders to PATH, each once. */
export function withPath(env, folders) {
  const before = (env.PATH || '').split(path.delimiter).filter((folder) => folder && !folders.includes(folder))
  return Object.assign({}, env, { PATH: folders.concat(before).join(path.delimiter) })
}

function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** For users without a home folder (services, `nobody`): keeps the package managers' stores inside the project. */
export function withStores(env, toolsFolder) {
  const home = env.HOME || os.homedir()
  if (isWritable(home)) return env
  const stores = path.join(toolsFolder, 'stores')
  return Object.assign({}, env, {
    npm_config_cache: env.npm_config_cache || path.join(stores, 'npm'),
    XDG_DATA_HOME: path.join(stores, 'data'),
    XDG_CACHE_HOME: path.join(stores, 'cache'),
    XDG_STATE_HOME: path.join(stores, 'state'),
    XDG_CONFIG_HOME: path.join(stores, 'config'),
    PNPM_HOME: path.join(stores, 'pnpm'),
  })
}
