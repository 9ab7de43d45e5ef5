import path from 'node:path'
import type { Config } from '#server/config'
import type { ContentStore } from './content-store.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'

/** The configured store: a bucket if one is set, otherwise the folder `content` in `home`. */
export const createContentStore = (config: Config, home: string): ContentStore =>
  config.TIFFIN_S3_URL === undefined ? createDiskStore(path.join(home, 'content')) : createS3Store(config, config.TIFFIN_S3_URL)
