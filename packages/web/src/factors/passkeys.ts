import type { AskPasskey } from '@tiffin/core'

/** Whether the browser knows passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Loads the passkey library when it is needed. */
export const askPasskey: AskPasskey = async (options) => (await import('./webauthn.ts')).askPasskey(options)
export const makePasskey: AskPasskey = async (options) => (await import('./webauthn.ts')).makePasskey(options)
