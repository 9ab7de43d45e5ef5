import type { GlobalLang } from './entities/dictionary.ts'

/**
 * Code, translation service code, direction and native name; sorted by English name, so that English is at index 26 (AMB-146).
 */
const lines = `
af af ltr Afrikaans
sq sq ltr Shqip
am am ltr አማርኛ
ar ar rtl العربية
hy hy ltr Հայերեն
as as ltr অসমীয়া
ay ay ltr Aymar aru
az az ltr Azərbaycan
bm bm ltr Bamanakan
eu eu ltr Euskara
be be ltr Беларуская
bn bn ltr বাংলা
bho bho ltr भोजपुरी
bs bs ltr Bosanski
bg bg ltr Български
ca ca ltr Català
ceb ceb ltr Cebuano
zh zh-CN ltr 简体中文
zh-TW zh-TW ltr 繁體中文
co co ltr Corsu
hr hr ltr Hrvatski
cs cs ltr Čeština
da da ltr Dansk
dv dv rtl ދިވެހި
doi doi ltr डोगरी
nl nl ltr Nederlands
en en ltr English
eo eo ltr Esperanto
et et ltr Eesti
fi fi ltr Suomi
fr fr ltr Français
ka ka ltr ქართული
de de ltr Deutsch
el el ltr Ελληνικά
he iw rtl עברית
hi hi ltr हिन्दी
hu hu ltr Magyar
is is ltr Íslenska
id id ltr Indonesia
ga ga ltr Gaeilge
it it ltr Italiano
ja ja ltr 日本語
kk kk ltr Қазақ тілі
km km ltr ខ្មែរ
ko ko ltr 한국어
ky ky ltr Кыргызча
lo lo ltr ລາວ
lv lv ltr Latviešu
lt lt ltr Lietuvių
mk mk ltr Македонски
ms ms ltr Melayu
mn mn ltr Монгол
no no ltr Norsk
fa fa rtl فارسی
pl pl ltr Polski
pt pt ltr Português
ro ro ltr Română
ru ru ltr Русский
sr sr ltr Српски
si si ltr සිංහල
sk sk ltr Slovenčina
sl sl ltr Slovenščina
es es ltr Español
sw sw ltr Kiswahili
sv sv ltr Svenska
tg tg ltr Тоҷикӣ
ta ta ltr தமிழ்
th th ltr ไทย
tr tr ltr Türkçe
tk tk ltr Türkmen dili
uk uk ltr Українська
ur ur rtl اردو
uz uz ltr O‘zbek
vi vi ltr Tiếng Việt
`

/** Languages that all three front-ends support completely. */
const supported = new Set(['en', 'ru', 'ar'])

/** Rows of `global_lang` with keys from 1. */
export const languageSeeds = (): Omit<GlobalLang, 'revision'>[] =>
  lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [code = '', google_code = '', dir, ...name] = line.split(' ')
      return {
        global_lang_id: index + 1,
        name: name.join(' '),
        code,
        google_code,
        dir: dir === 'rtl' ? 'rtl' : 'ltr',
        support: supported.has(code) ? 1 : 0,
      }
    })
