import type { StoreApi } from 'zustand/vanilla'
import { addresses, type Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Ports } from '../ports.ts'
import type { SessionState } from './session-state.ts'

/** Texts of the server's dictionary, and the settings that come with them. */
export interface Texts {
  load(lang: string): Promise<void>
  /** Whether they are loaded; an offline start works without them. */
  areLoaded(): boolean
}

const LANGUAGE_KEY = 'lang'
/** The language chosen last; empty if none was. */
export const chosenLang = ({ storage }: Pick<Ports, 'storage'>): string => storage.get(LANGUAGE_KEY) ?? ''

export function createTexts(options: {
  client: Client
  i18n: I18n
  ports: Ports
  url: string
  store: StoreApi<SessionState>
  onLoaded: () => void
}): Texts {
  const { client, i18n, ports, url, store, onLoaded } = options
  let areLoaded = false
  /** Number of the latest language choice: texts of earlier ones are dropped. */
  let choices = 0

  async function load(lang: string): Promise<void> {
    choices += 1
    const mine = choices
    const { auth } = await client.Auth.getLang(lang === '' ? {} : { lang }, lang === '' ? {} : { lang })
    if (mine !== choices) return
    const chosen = auth.lang.some((language) => language.code === lang) ? lang : (auth.lang[0]?.code ?? 'en')
    if (chosen !== lang && lang !== '') return load(chosen)
    await i18n.use(chosen, auth.dict)
    ports.storage.set(LANGUAGE_KEY, chosen)
    store.setState({
      languages: auth.lang,
      lang: chosen,
      demo: auth.demo,
      supportWidget: auth.support_widget,
      addresses: addresses(url, auth.addresses),
      domainSuffix: auth.merchant_settings['domain_suffix'] ?? '',
      map: auth.map,
      translation: auth.translation,
      drawsPictures: auth.draws_pictures,
    })
    areLoaded = true
    onLoaded()
  }

  return { load, areLoaded: () => areLoaded }
}
