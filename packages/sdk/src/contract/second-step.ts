import * as z from 'zod'

/** `because` of the error `second_factor`, with which a sign-in asks for the second step. */
export const secondStepSchema = z.object({
  /** Names this sign-in for a few minutes. */
  challenge: z.string(),
  kinds: z.array(z.enum(['totp', 'passkey'])),
  /** Whether a recovery code can replace them. Older servers omit this field. */
  has_recovery_codes: z.boolean().default(true),
})
export type SecondStep = z.output<typeof secondStepSchema>
