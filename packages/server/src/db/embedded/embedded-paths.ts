import { join } from 'node:path'

/** The supervisor's files, all in the one folder it was given. */
export type EmbeddedPaths = {
  home: string
  cluster: string
  run: string
  binaries: string
  password: string
  users: string
  lock: string
  log: string
  settings: string
}

export function embeddedPaths(home: string): EmbeddedPaths {
  return {
    home,
    cluster: join(home, 'cluster'),
    run: join(home, 'run'),
    binaries: join(home, 'binaries'),
    password: join(home, 'superuser-password'),
    users: join(home, 'users'),
    lock: join(home, 'lock'),
    log: join(home, 'postgres.log'),
    settings: join(home, 'tiffin.conf'),
  }
}
