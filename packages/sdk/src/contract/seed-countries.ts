import type { Country } from './entities/country.ts'
import { currencySeeds } from './seed-currencies.ts'

/** ISO 3166 codes, calling code, currency and English name; sorted by name, so that index 206 exists (AMB-146). */
const lines = `
AF AFG 93 AFN Afghanistan
AX ALA 358 EUR Åland Islands
AL ALB 355 ALL Albania
DZ DZA 213 DZD Algeria
AS ASM 1684 USD American Samoa
AD AND 376 EUR Andorra
AO AGO 244 AOA Angola
AI AIA 1264 XCD Anguilla
AQ ATA 672 - Antarctica
AG ATG 1268 XCD Antigua & Barbuda
AR ARG 54 ARS Argentina
AM ARM 374 AMD Armenia
AW ABW 297 AWG Aruba
AU AUS 61 AUD Australia
AT AUT 43 EUR Austria
AZ AZE 994 AZN Azerbaijan
BS BHS 1242 BSD Bahamas
BH BHR 973 BHD Bahrain
BD BGD 880 BDT Bangladesh
BB BRB 1246 BBD Barbados
BY BLR 375 BYN Belarus
BE BEL 32 EUR Belgium
BZ BLZ 501 BZD Belize
BJ BEN 229 XOF Benin
BM BMU 1441 BMD Bermuda
BT BTN 975 BTN Bhutan
BO BOL 591 BOB Bolivia
BA BIH 387 BAM Bosnia & Herzegovina
BW BWA 267 BWP Botswana
BV BVT 47 NOK Bouvet Island
BR BRA 55 BRL Brazil
IO IOT 246 USD British Indian Ocean Territory
VG VGB 1284 USD British Virgin Islands
BN BRN 673 BND Brunei
BG BGR 359 EUR Bulgaria
BF BFA 226 XOF Burkina Faso
BI BDI 257 BIF Burundi
KH KHM 855 KHR Cambodia
CM CMR 237 XAF Cameroon
CA CAN 1 CAD Canada
CV CPV 238 CVE Cape Verde
BQ BES 599 USD Caribbean Netherlands
KY CYM 1345 KYD Cayman Islands
CF CAF 236 XAF Central African Republic
TD TCD 235 XAF Chad
CL CHL 56 CLP Chile
CN CHN 86 CNY China
CX CXR 61 AUD Christmas Island
CC CCK 61 AUD Cocos (Keeling) Islands
CO COL 57 COP Colombia
KM COM 269 KMF Comoros
CG COG 242 XAF Congo - Brazzaville
CD COD 243 CDF Congo - Kinshasa
CK COK 682 NZD Cook Islands
CR CRI 506 CRC Costa Rica
CI CIV 225 XOF Côte d'Ivoire
HR HRV 385 EUR Croatia
CU CUB 53 CUP Cuba
CW CUW 599 XCG Curaçao
CY CYP 357 EUR Cyprus
CZ CZE 420 CZK Czechia
DK DNK 45 DKK Denmark
DJ DJI 253 DJF Djibouti
DM DMA 1767 XCD Dominica
DO DOM 1809 DOP Dominican Republic
EC ECU 593 USD Ecuador
EG EGY 20 EGP Egypt
SV SLV 503 USD El Salvador
GQ GNQ 240 XAF Equatorial Guinea
ER ERI 291 ERN Eritrea
EE EST 372 EUR Estonia
SZ SWZ 268 SZL Eswatini
ET ETH 251 ETB Ethiopia
FK FLK 500 FKP Falkland Islands
FO FRO 298 DKK Faroe Islands
FJ FJI 679 FJD Fiji
FI FIN 358 EUR Finland
FR FRA 33 EUR France
GF GUF 594 EUR French Guiana
PF PYF 689 XPF French Polynesia
TF ATF 262 EUR French Southern Territories
GA GAB 241 XAF Gabon
GM GMB 220 GMD Gambia
GE GEO 995 GEL Georgia
DE DEU 49 EUR Germany
GH GHA 233 GHS Ghana
GI GIB 350 GIP Gibraltar
GR GRC 30 EUR Greece
GL GRL 299 DKK Greenland
GD GRD 1473 XCD Grenada
GP GLP 590 EUR Guadeloupe
GU GUM 1671 USD Guam
GT GTM 502 GTQ Guatemala
GG GGY 44 GBP Guernsey
GN GIN 224 GNF Guinea
GW GNB 245 XOF Guinea-Bissau
GY GUY 592 GYD Guyana
HT HTI 509 HTG Haiti
HM HMD 672 AUD Heard & McDonald Islands
HN HND 504 HNL Honduras
HK HKG 852 HKD Hong Kong
HU HUN 36 HUF Hungary
IS ISL 354 ISK Iceland
IN IND 91 INR India
ID IDN 62 IDR Indonesia
IR IRN 98 IRR Iran
IQ IRQ 964 IQD Iraq
IE IRL 353 EUR Ireland
IM IMN 44 GBP Isle of Man
IL ISR 972 ILS Israel
IT ITA 39 EUR Italy
JM JAM 1876 JMD Jamaica
JP JPN 81 JPY Japan
JE JEY 44 GBP Jersey
JO JOR 962 JOD Jordan
KZ KAZ 7 KZT Kazakhstan
KE KEN 254 KES Kenya
KI KIR 686 AUD Kiribati
KW KWT 965 KWD Kuwait
KG KGZ 996 KGS Kyrgyzstan
LA LAO 856 LAK Laos
LV LVA 371 EUR Latvia
LB LBN 961 LBP Lebanon
LS LSO 266 LSL Lesotho
LR LBR 231 LRD Liberia
LY LBY 218 LYD Libya
LI LIE 423 CHF Liechtenstein
LT LTU 370 EUR Lithuania
LU LUX 352 EUR Luxembourg
MO MAC 853 MOP Macao
MG MDG 261 MGA Madagascar
MW MWI 265 MWK Malawi
MY MYS 60 MYR Malaysia
MV MDV 960 MVR Maldives
ML MLI 223 XOF Mali
MT MLT 356 EUR Malta
MH MHL 692 USD Marshall Islands
MQ MTQ 596 EUR Martinique
MR MRT 222 MRU Mauritania
MU MUS 230 MUR Mauritius
YT MYT 262 EUR Mayotte
MX MEX 52 MXN Mexico
FM FSM 691 USD Micronesia
MD MDA 373 MDL Moldova
MC MCO 377 EUR Monaco
MN MNG 976 MNT Mongolia
ME MNE 382 EUR Montenegro
MS MSR 1664 XCD Montserrat
MA MAR 212 MAD Morocco
MZ MOZ 258 MZN Mozambique
MM MMR 95 MMK Myanmar
NA NAM 264 NAD Namibia
NR NRU 674 AUD Nauru
NP NPL 977 NPR Nepal
NL NLD 31 EUR Netherlands
NC NCL 687 XPF New Caledonia
NZ NZL 64 NZD New Zealand
NI NIC 505 NIO Nicaragua
NE NER 227 XOF Niger
NG NGA 234 NGN Nigeria
NU NIU 683 NZD Niue
NF NFK 672 AUD Norfolk Island
KP PRK 850 KPW North Korea
MK MKD 389 MKD North Macedonia
MP MNP 1670 USD Northern Mariana Islands
NO NOR 47 NOK Norway
OM OMN 968 OMR Oman
PK PAK 92 PKR Pakistan
PW PLW 680 USD Palau
PS PSE 970 ILS Palestinian Territories
PA PAN 507 PAB Panama
PG PNG 675 PGK Papua New Guinea
PY PRY 595 PYG Paraguay
PE PER 51 PEN Peru
PH PHL 63 PHP Philippines
PN PCN 64 NZD Pitcairn Islands
PL POL 48 PLN Poland
PT PRT 351 EUR Portugal
PR PRI 1787 USD Puerto Rico
QA QAT 974 QAR Qatar
RE REU 262 EUR Réunion
RO ROU 40 RON Romania
RU RUS 7 RUB Russia
RW RWA 250 RWF Rwanda
WS WSM 685 WST Samoa
SM SMR 378 EUR San Marino
ST STP 239 STN São Tomé & Príncipe
SA SAU 966 SAR Saudi Arabia
SN SEN 221 XOF Senegal
RS SRB 381 RSD Serbia
SC SYC 248 SCR Seychelles
SL SLE 232 SLE Sierra Leone
SG SGP 65 SGD Singapore
SX SXM 1721 XCG Sint Maarten
SK SVK 421 EUR Slovakia
SI SVN 386 EUR Slovenia
SB SLB 677 SBD Solomon Islands
SO SOM 252 SOS Somalia
ZA ZAF 27 ZAR South Africa
GS SGS 500 FKP South Georgia & South Sandwich Islands
KR KOR 82 KRW South Korea
SS SSD 211 SSP South Sudan
ES ESP 34 EUR Spain
LK LKA 94 LKR Sri Lanka
BL BLM 590 EUR St. Barthélemy
SH SHN 290 SHP St. Helena
KN KNA 1869 XCD St. Kitts & Nevis
LC LCA 1758 XCD St. Lucia
MF MAF 590 EUR St. Martin
PM SPM 508 EUR St. Pierre & Miquelon
VC VCT 1784 XCD St. Vincent & Grenadines
SD SDN 249 SDG Sudan
SR SUR 597 SRD Suriname
SJ SJM 47 NOK Svalbard & Jan Mayen
SE SWE 46 SEK Sweden
CH CHE 41 CHF Switzerland
SY SYR 963 SYP Syria
TW TWN 886 TWD Taiwan
TJ TJK 992 TJS Tajikistan
TZ TZA 255 TZS Tanzania
TH THA 66 THB Thailand
TL TLS 670 USD Timor-Leste
TG TGO 228 XOF Togo
TK TKL 690 NZD Tokelau
TO TON 676 TOP Tonga
TT TTO 1868 TTD Trinidad & Tobago
TN TUN 216 TND Tunisia
TR TUR 90 TRY Türkiye
TM TKM 993 TMT Turkmenistan
TC TCA 1649 USD Turks & Caicos Islands
TV TUV 688 AUD Tuvalu
UM UMI 1 USD U.S. Outlying Islands
VI VIR 1340 USD U.S. Virgin Islands
UG UGA 256 UGX Uganda
UA UKR 380 UAH Ukraine
AE ARE 971 AED United Arab Emirates
GB GBR 44 GBP United Kingdom
US USA 1 USD United States
UY URY 598 UYU Uruguay
UZ UZB 998 UZS Uzbekistan
VU VUT 678 VUV Vanuatu
VA VAT 39 EUR Vatican City
VE VEN 58 VES Venezuela
VN VNM 84 VND Vietnam
WF WLF 681 XPF Wallis & Futuna
EH ESH 212 MAD Western Sahara
YE YEM 967 YER Yemen
ZM ZMB 260 ZMW Zambia
ZW ZWE 263 ZWG Zimbabwe
`

/** Masks of mobile numbers where the format is well known; each `#` is a digit to type. */
const masks: Record<string, string> = {
  AE: '+971 ## ### ####',
  AM: '+374 ## ######',
  AR: '+54 ## ####-####',
  AT: '+43 ### #######',
  AU: '+61 ### ### ###',
  AZ: '+994 ## ### ## ##',
  BE: '+32 ### ## ## ##',
  BG: '+359 ### ### ###',
  BR: '+55 ## #####-####',
  BY: '+375 ## ###-##-##',
  CA: '+1 ### ###-####',
  CH: '+41 ## ### ## ##',
  CL: '+56 # #### ####',
  CN: '+86 ### #### ####',
  CY: '+357 ## ######',
  CZ: '+420 ### ### ###',
  DK: '+45 ## ## ## ##',
  EE: '+372 #### ####',
  EG: '+20 ### ### ####',
  ES: '+34 ### ### ###',
  FR: '+33 # ## ## ## ##',
  GB: '+44 #### ######',
  GE: '+995 ### ## ## ##',
  GR: '+30 ### ### ####',
  HK: '+852 #### ####',
  HU: '+36 ## ### ####',
  IE: '+353 ## ### ####',
  IL: '+972 ##-###-####',
  IN: '+91 ##### #####',
  JO: '+962 # #### ####',
  JP: '+81 ##-####-####',
  KG: '+996 ### ### ###',
  KR: '+82 ##-####-####',
  KW: '+965 #### ####',
  KZ: '+7 ### ### ## ##',
  LT: '+370 ### #####',
  LV: '+371 ## ### ###',
  MA: '+212 ###-######',
  MD: '+373 ## ### ###',
  MX: '+52 ## #### ####',
  NL: '+31 # ########',
  NO: '+47 ### ## ###',
  PK: '+92 ### #######',
  PL: '+48 ### ### ###',
  PT: '+351 ### ### ###',
  QA: '+974 #### ####',
  RO: '+40 ### ### ###',
  RS: '+381 ## #######',
  RU: '+7 ### ### ## ##',
  SA: '+966 ## ### ####',
  SE: '+46 ## ### ## ##',
  SG: '+65 #### ####',
  SI: '+386 ## ### ###',
  SK: '+421 ### ### ###',
  TH: '+66 ## ### ####',
  TJ: '+992 ### ## ####',
  TN: '+216 ## ### ###',
  TR: '+90 ### ### ## ##',
  UA: '+380 ## ### ## ##',
  US: '+1 ### ###-####',
  UZ: '+998 ## ### ## ##',
  ZA: '+27 ## ### ####',
}

const digitPlaces = (mask: string): number => mask.replace(/[^\d#]/g, '').length

const signs = (alpha2: string): number[] => Array.from(alpha2, (letter) => 0x1f1e6 + letter.charCodeAt(0) - 65)

/** Rows of `country` with keys from 1; names in English, Russian and Arabic. */
export function countrySeeds(): Omit<Country, 'revision'>[] {
  const currencies = currencySeeds()
  const russian = new Intl.DisplayNames('ru', { type: 'region' })
  const arabic = new Intl.DisplayNames('ar', { type: 'region' })
  return lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [alpha2 = '', alpha3 = '', phone_code = '', code = '', ...words] = line.split(' ')
      const name = words.join(' ')
      const currency = currencies.get(code)
      const phone_mask = masks[alpha2] ?? ''
      return {
        country_id: index + 1,
        name: { en: name, ru: russian.of(alpha2) ?? name, ar: arabic.of(alpha2) ?? name },
        name_en: name,
        alpha2,
        alpha3,
        phone_code,
        phone_mask,
        phone_len: phone_mask === '' ? null : digitPlaces(phone_mask),
        emoji: String.fromCodePoint(...signs(alpha2)),
        unicode: signs(alpha2)
          .map((sign) => `U+${sign.toString(16).toUpperCase()}`)
          .join(' '),
        location: null,
        location_precise: null,
        currency_name: currency?.name ?? '',
        currency_code: currency?.code ?? '',
        currency_rate: code === 'USD' ? 1 : null,
        currency_symbol: currency?.symbol ?? '',
        img: '',
      }
    })
}
