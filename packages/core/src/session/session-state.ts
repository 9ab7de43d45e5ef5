import type { ApiError, Calls, Output, SecondStep, SessionUser } from '@tiffin/sdk/contract'
import { type Addresses, addresses } from '@tiffin/sdk/client'

type Start = Output<Calls['Auth']['getLang']>['auth']
export type Language = Start['lang'][number]

export interface SessionState {
  /** `starting` shows the splash; `unreachable` the error view with Retry (SHELL-04, SHELL-06). */
  phase: 'starting' | 'unreachable' | 'signed_out' | 'signed_in'
  user: SessionUser | null
  languages: readonly Language[]
  lang: string
  demo: Start['demo']
  /** Address of a script that the console loads; empty if there is none (SHELL-12). */
  supportWidget: string
  /** Base addresses of images, sounds and other files (API-40). */
  addresses: Addresses
  /** Suffix of a store's name under the platform's domain; empty if there is none (COMP-26). */
  domainSuffix: string
  /** Map services of the installation. */
  map: Start['map']
  translation: Start['translation']
  drawsPictures: boolean
  /** A sign-in that waits for the second factor. */
  secondStep: (SecondStep & { remember: boolean }) | null
  error: ApiError | null
  busy: boolean
}

/** The state before the server is asked; `url` is the server's address. */
export const initialSession = (url: string, lang: string): SessionState => ({
  phase: 'starting',
  user: null,
  languages: [],
  lang,
  demo: [],
  supportWidget: '',
  addresses: addresses(url),
  domainSuffix: '',
  map: { tiles: '', attribution: '', geocoder_key: '', google: '' },
  translation: { relay: false, url: '', model: '' },
  drawsPictures: false,
  secondStep: null,
  error: null,
  busy: false,
})

export const isAtStart = ({ phase }: SessionState): boolean => phase === 'starting' || phase === 'unreachable'
