/** Code, symbol and English name. */
const lines = `
AED|AED|United Arab Emirates Dirham
AFN|؋|Afghan Afghani
ALL|ALL|Albanian Lek
AMD|֏|Armenian Dram
AOA|Kz|Angolan Kwanza
ARS|$|Argentine Peso
AUD|$|Australian Dollar
AWG|AWG|Aruban Florin
AZN|₼|Azerbaijani Manat
BAM|KM|Bosnia-Herzegovina Convertible Mark
BBD|$|Barbadian Dollar
BDT|৳|Bangladeshi Taka
BHD|BHD|Bahraini Dinar
BIF|BIF|Burundian Franc
BMD|$|Bermudan Dollar
BND|$|Brunei Dollar
BOB|Bs|Bolivian Boliviano
BRL|R$|Brazilian Real
BSD|$|Bahamian Dollar
BTN|BTN|Bhutanese Ngultrum
BWP|P|Botswanan Pula
BYN|BYN|Belarusian Ruble
BZD|$|Belize Dollar
CAD|$|Canadian Dollar
CDF|CDF|Congolese Franc
CHF|CHF|Swiss Franc
CLP|$|Chilean Peso
CNY|¥|Chinese Yuan
COP|$|Colombian Peso
CRC|₡|Costa Rican Colón
CUP|$|Cuban Peso
CVE|CVE|Cape Verdean Escudo
CZK|Kč|Czech Koruna
DJF|DJF|Djiboutian Franc
DKK|kr|Danish Krone
DOP|$|Dominican Peso
DZD|DZD|Algerian Dinar
EGP|E£|Egyptian Pound
ERN|ERN|Eritrean Nakfa
ETB|ETB|Ethiopian Birr
EUR|€|Euro
FJD|$|Fijian Dollar
FKP|£|Falkland Islands Pound
GBP|£|British Pound
GEL|₾|Georgian Lari
GHS|GH₵|Ghanaian Cedi
GIP|£|Gibraltar Pound
GMD|GMD|Gambian Dalasi
GNF|FG|Guinean Franc
GTQ|Q|Guatemalan Quetzal
GYD|$|Guyanaese Dollar
HKD|$|Hong Kong Dollar
HNL|L|Honduran Lempira
HTG|HTG|Haitian Gourde
HUF|Ft|Hungarian Forint
IDR|Rp|Indonesian Rupiah
ILS|₪|Israeli New Shekel
INR|₹|Indian Rupee
IQD|IQD|Iraqi Dinar
IRR|IRR|Iranian Rial
ISK|kr|Icelandic Króna
JMD|$|Jamaican Dollar
JOD|JOD|Jordanian Dinar
JPY|¥|Japanese Yen
KES|KES|Kenyan Shilling
KGS|KGS|Kyrgyz Som
KHR|៛|Cambodian Riel
KMF|CF|Comorian Franc
KPW|₩|North Korean Won
KRW|₩|South Korean Won
KWD|KWD|Kuwaiti Dinar
KYD|$|Cayman Islands Dollar
KZT|₸|Kazakhstani Tenge
LAK|₭|Laotian Kip
LBP|L£|Lebanese Pound
LKR|Rs|Sri Lankan Rupee
LRD|$|Liberian Dollar
LSL|LSL|Lesotho Loti
LYD|LYD|Libyan Dinar
MAD|MAD|Moroccan Dirham
MDL|MDL|Moldovan Leu
MGA|Ar|Malagasy Ariary
MKD|MKD|Macedonian Denar
MMK|K|Myanmar Kyat
MNT|₮|Mongolian Tugrik
MOP|MOP|Macanese Pataca
MRU|MRU|Mauritanian Ouguiya
MUR|Rs|Mauritian Rupee
MVR|MVR|Maldivian Rufiyaa
MWK|MWK|Malawian Kwacha
MXN|$|Mexican Peso
MYR|RM|Malaysian Ringgit
MZN|MZN|Mozambican Metical
NAD|$|Namibian Dollar
NGN|₦|Nigerian Naira
NIO|C$|Nicaraguan Córdoba
NOK|kr|Norwegian Krone
NPR|Rs|Nepalese Rupee
NZD|$|New Zealand Dollar
OMR|OMR|Omani Rial
PAB|PAB|Panamanian Balboa
PEN|S/|Peruvian Sol
PGK|PGK|Papua New Guinean Kina
PHP|₱|Philippine Peso
PKR|Rs|Pakistani Rupee
PLN|zł|Polish Zloty
PYG|₲|Paraguayan Guarani
QAR|QAR|Qatari Riyal
RON|lei|Romanian Leu
RSD|RSD|Serbian Dinar
RUB|₽|Russian Ruble
RWF|RF|Rwandan Franc
SAR|SAR|Saudi Riyal
SBD|$|Solomon Islands Dollar
SCR|SCR|Seychellois Rupee
SDG|SDG|Sudanese Pound
SEK|kr|Swedish Krona
SGD|$|Singapore Dollar
SHP|£|St. Helena Pound
SLE|SLE|Sierra Leonean Leone
SOS|SOS|Somali Shilling
SRD|$|Surinamese Dollar
SSP|£|South Sudanese Pound
STN|Db|São Tomé & Príncipe Dobra
SYP|£|Syrian Pound
SZL|SZL|Swazi Lilangeni
THB|฿|Thai Baht
TJS|TJS|Tajikistani Somoni
TMT|TMT|Turkmenistani Manat
TND|TND|Tunisian Dinar
TOP|T$|Tongan Paʻanga
TRY|₺|Turkish Lira
TTD|$|Trinidad & Tobago Dollar
TWD|$|New Taiwan Dollar
TZS|TZS|Tanzanian Shilling
UAH|₴|Ukrainian Hryvnia
UGX|UGX|Ugandan Shilling
USD|$|US Dollar
UYU|$U|Uruguayan Peso
UZS|UZS|Uzbekistani Som
VES|VES|Venezuelan Bolívar
VND|₫|Vietnamese Dong
VUV|VUV|Vanuatu Vatu
WST|WST|Samoan Tala
XAF|FCFA|Central African CFA Franc
XCD|$|East Caribbean Dollar
XCG|Cg|Caribbean guilder
XOF|F CFA|West African CFA Franc
XPF|CFPF|CFP Franc
YER|YER|Yemeni Rial
ZAR|R|South African Rand
ZMW|ZK|Zambian Kwacha
ZWG|ZWG|Zimbabwean Gold
`

export interface Currency {
  code: string
  symbol: string
  name: string
}

/** The currencies used by the seeded countries, by ISO 4217 code. */
export const currencySeeds = (): Map<string, Currency> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [code = '', symbol = '', name = ''] = line.split('|')
        return [code, { code, symbol, name }]
      }),
  )
