import * as z from 'zod'
import { defineCall } from '../call.ts'

// Everyone may store their own photo (`admin.img`), even before they have a company. All else is for those who edit a picture.
const base = { auth: 'session', effect: 'write', compressed: true } as const

const picture = z.object({
  /** Ignored: the server chooses the stored name (AMB-022). */
  filename: z.string().max(255),
  /** Base64 of a PNG, JPEG, WebP, GIF or AVIF of at most 15 MB, with or without a `data:` prefix. */
  data: z.string(),
  /** Size in pixels of the picture as sent. */
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  /** If false, transparent areas become white. */
  transparent: z.boolean().default(false),
  /** The field it is for, such as `merchant.logo`, which the user may change; the picture must have its canvas size. */
  field: z.string().max(100).optional(),
})

/** A picture that is not stored yet, as a `data:` URL. */
const generatedImage = z.object({ data: z.object({ status: z.literal('OK'), file: z.string() }) })
const pictureErrors = ['not_an_image', 'image_too_large', 'too_many_pixels', 'image_too_complex', 'rate_limited'] as const
/** In the company area, both AI calls need the option `allow_ai` (AMB-081). */
const aiErrors = ['company_required', 'option_required', 'forbidden'] as const

/** Stores a picture as WebP in its canvas size and preview sizes. Rows use the returned `filename` (API-34). */
export const saveImage = defineCall('Image', 'save', {
  ...base,
  rateLimit: { perHour: 300, per: 'user' },
  upload: true,
  tokens: ['write', 'config'],
  input: picture,
  output: z.object({ data: z.object({ status: z.literal('OK'), filename: z.string() }) }),
  errors: [...pictureErrors, 'forbidden', 'image_too_small', 'pictures_full', 'content_unavailable'],
})

/** Makes the background of a picture transparent (API-35). */
export const removeBackground = defineCall('Image', 'removeBackground', {
  ...base,
  rateLimit: { perHour: 60, per: 'user' },
  upload: true,
  tokens: ['write', 'config'],
  input: picture,
  output: generatedImage,
  errors: [...pictureErrors, ...aiErrors, 'background_not_found', 'service_refused', 'service_failed'],
})

/** Generates a picture from a prompt; the fields are spelt as in the spec (API-36, AMB-083). */
export const generateImage = defineCall('Image', 'generate', {
  ...base,
  tokens: ['write', 'config'],
  input: z.object({ promt: z.string().trim().min(1).max(4000) }),
  output: generatedImage,
  errors: ['rate_limited', ...aiErrors, 'service_not_configured', 'service_refused', 'service_failed'],
})
