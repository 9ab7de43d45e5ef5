import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { AskPasskey } from '@tiffin/core'
import { apiError } from '@tiffin/sdk/contract'

/** Asks the browser for a passkey of the user. @throws `passkey_wrong` */
export const askPasskey: AskPasskey = async (options) =>
  withApiErrors(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))

/** Lets the browser make a passkey. @throws `passkey_wrong` */
export const makePasskey: AskPasskey = async (options) =>
  withApiErrors(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

const sentences: Readonly<Record<string, string>> = {
  ERROR_INVALID_RP_ID: "Passkeys don't work at this address. Open the console at its usual address.",
  ERROR_INVALID_DOMAIN: "Passkeys don't work at this address. Open the console at its usual address.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey of yours.',
}

/** Browsers don't tell a refusal of the user from a passkey that is missing. */
async function withApiErrors(ask: () => Promise<object>): Promise<Record<string, unknown>> {
  try {
    return { ...(await ask()) }
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : ''
    const message = sentences[code] ?? 'No passkey was used. Try again.'
    throw Object.assign(apiError('passkey_wrong', { message }), { cause: error })
  }
}
