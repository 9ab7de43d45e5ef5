import * as z from 'zod'

/** What a door's refusal `second_factor` has in `because`. */
export const secondStepSchema = z.object({
  /** Names this sign-in for a few minutes. */
  challenge: z.string(),
  kinds: z.array(z.enum(['totp', 'passkey'])),
  /** Whether a recovery code can replace them. Servers before this field don't tell. */
  has_recovery_codes: z.boolean().default(true),
})
export type SecondStep = z.output<typeof secondStepSchema>
