import type { Calls } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'
import { feedNumber } from '#engine/read-tables'
import { demoAccounts } from '#server/demo-accounts'
import { type Config, configuredAddresses, mapServices } from '#server/config'
import type { Handler } from '#server/context'

const translationOf = (config: Config) => ({
  relay: config.TIFFIN_TRANSLATION_KEY !== '',
  url: config.TIFFIN_TRANSLATION_URL,
  model: config.TIFFIN_TRANSLATION_MODEL,
  ...(config.TIFFIN_TRANSLATION_PRICE === '' ? {} : { price: config.TIFFIN_TRANSLATION_PRICE }),
})

/** Cached responses by language, with the platform's feed number when they were built. */
const cachedResponses = new WeakMap<Database, Map<string, { feed: number; json: string }>>()

/**
 * Data that a front-end needs before sign-in: languages, texts, countries, public settings (API-03, API-04). English
 * comes first, because a first visit uses the first language (SHELL-08). Callers are anonymous, so the response is cached
 * while the platform's rows do not change.
 */
export const getLang: Handler<Calls['Auth']['getLang']> = async (input, call) =>
  call.db.read({ global: true }, async (tx) => {
    const lang = input.lang ?? call.lang
    const cached = cachedResponses.get(call.db) ?? new Map<string, { feed: number; json: string }>()
    cachedResponses.set(call.db, cached)
    const feed = await feedNumber(tx, 0)
    const known = cached.get(lang)
    if (known?.feed === feed) return { json: known.json }
    const languages = await tx.sql<{ global_lang_id: number; name: string; code: string; dir: 'ltr' | 'rtl' }>(
      `select global_lang_id, name, code, dir from global_lang where support = 1 order by code <> 'en', global_lang_id`,
    )
    const texts = await tx.sql<{ en: string; text: string }>(
      `select texts ->> 'en' as en, texts ->> $1 as text from dictionary where coalesce(texts ->> $1, '') <> '' and coalesce(texts ->> 'en', '') <> ''`,
      [lang],
    )
    const countries = await tx.sql(
      `select country_id, name, name_en, alpha2, phone_code, phone_mask, phone_len, currency_symbol, currency_code from country order by country_id`,
    )
    const settings = await tx.sql<{ name: string; value: string }>('select name, value from merchant_settings')
    const json = JSON.stringify({
      auth: {
        lang: languages,
        dict: Object.fromEntries(texts.map((row) => [row.en, row.text])),
        country: countries,
        merchant_settings: Object.fromEntries(settings.map((row) => [row.name, row.value])),
        support_widget: call.config.TIFFIN_SUPPORT_WIDGET,
        addresses: configuredAddresses(call.config),
        map: mapServices(call.config),
        translation: translationOf(call.config),
        draws_pictures: call.config.TIFFIN_IMAGES_URL !== undefined,
        demo: call.config.TIFFIN_DEMO ? [...demoAccounts] : [],
      },
    })
    // Clients could otherwise fill the cache with invented languages.
    if (languages.some(({ code }) => code === lang)) cached.set(lang, { feed, json })
    return { json }
  })
