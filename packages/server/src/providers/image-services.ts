import { MAX_IMAGE_MB } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { Config } from '#server/config'
import { openPicture, type Picture, type PictureOwner } from '#content/picture'
import { callService, parseObject } from './call-service.ts'
import { removeUniformBackground } from './uniform-background.ts'

/** Image processing, either local or by an external service (API-35, API-36, AMB-194). */
export interface ImageServices {
  removeBackground(picture: Picture): Promise<Picture>
  /** Generates a picture from a prompt. @throws `service_not_configured` */
  generate(words: string, owner: PictureOwner): Promise<Picture>
}

const MAX_BYTES = MAX_IMAGE_MB * 1024 * 1024

type ServiceConfig = Pick<
  Config,
  'TIFFIN_BACKGROUND_URL' | 'TIFFIN_BACKGROUND_KEY' | 'TIFFIN_IMAGES_URL' | 'TIFFIN_IMAGES_KEY' | 'TIFFIN_IMAGES_MODEL'
>

/** Backgrounds are removed locally unless a service is configured; pictures are generated only by a configured service. */
export function createImageServices(config: ServiceConfig): ImageServices {
  const { TIFFIN_BACKGROUND_URL: background, TIFFIN_IMAGES_URL: images } = config
  return {
    removeBackground:
      background === undefined ? removeUniformBackground : (picture) => removeWithService(config, background, picture),
    async generate(words, owner) {
      if (images === undefined) throw apiError('service_not_configured')
      return generateWithService(config, images, words, owner)
    },
  }
}

/** Posts a form with the picture and gets a picture back, like remove.bg. */
async function removeWithService(
  { TIFFIN_BACKGROUND_KEY: key }: ServiceConfig,
  url: string,
  { bytes, owner }: Picture,
): Promise<Picture> {
  const form = new FormData()
  form.set('image_file', new Blob([new Uint8Array(bytes)]), 'picture')
  form.set('size', 'auto')
  form.set('format', 'png')
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const response = await callService(url, { method: 'POST', body: form, headers }, MAX_BYTES)
  return checkPicture(response.bytes, owner)
}

/** `POST …/images/generations` of OpenAI and compatible services. */
async function generateWithService(config: ServiceConfig, base: string, words: string, owner: PictureOwner): Promise<Picture> {
  const { TIFFIN_IMAGES_KEY: key, TIFFIN_IMAGES_MODEL: model } = config
  const request = {
    model,
    prompt: words,
    n: 1,
    size: '1024x1024',
    // Newer models always return base64 and refuse the parameter.
    ...(model.startsWith('gpt-image') ? {} : { response_format: 'b64_json' }),
  }
  const response = await callService(
    `${base.replace(/\/+$/, '')}/images/generations`,
    {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    },
    2 * MAX_BYTES,
  )
  const body = parseObject(response.bytes) as { data?: { b64_json?: unknown }[] } | undefined
  const drawn = body?.data?.[0]?.b64_json
  if (typeof drawn !== 'string') throw apiError('service_failed')
  return checkPicture(Buffer.from(drawn, 'base64'), owner)
}

/** A service's result is verified like any uploaded file. */
const checkPicture = (bytes: Buffer, owner: PictureOwner): Promise<Picture> =>
  openPicture(bytes, owner).catch((error: unknown) => {
    throw Object.assign(apiError('service_failed'), { cause: error })
  })
