import type { Multilang } from '@tiffin/sdk/contract'

export interface Dish {
  id: number
  name: string
  price: string
  station: string
  allergens: readonly string[]
  description: string
  addons: readonly { id: number; name: string; price: string }[]
}

export interface Menu {
  cuisine: Multilang
  dishes: readonly Dish[]
}

let dishes = 0
let extras = 0

/** `name | price | station | allergens | extras name+price, …` a line. */
function menu(en: string, ru: string, ar: string, lines: string): Menu {
  return {
    cuisine: { en, ru, ar },
    dishes: lines
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', price = '', station = '', allergens = '', more = ''] = line.split('|').map((part) => part.trim())
        const list = (text: string): string[] => (text === '' ? [] : text.split(',').map((part) => part.trim()))
        dishes += 1
        return {
          id: 1000 + dishes,
          name,
          price,
          station,
          allergens: list(allergens),
          description: '',
          addons: list(more).map((extra) => {
            const [label = '', amount = '0'] = extra.split('+')
            extras += 1
            return { id: 5000 + extras, name: label.trim(), price: Number(amount).toFixed(2) }
          }),
        }
      }),
  }
}

export const menus = {
  burger: menu(
    'Burgers',
    'Бургеры',
    'برجر',
    `
    Smash burger | 9.90 | Grill | gluten, milk, egg | Cheddar +1.20, Bacon +1.80, Fried egg +1.50
    Double cheeseburger | 12.40 | Grill | gluten, milk | Bacon +1.80, Jalapeños +0.90
    Halloumi burger | 10.80 | Grill | gluten, milk | Avocado +1.90
    Crispy chicken burger | 11.20 | Fryer | gluten, egg, mustard | Cheddar +1.20
    Beyond burger | 11.90 | Grill | gluten, soya | Vegan cheese +1.40
    French fries | 3.90 | Fryer | | Mayonnaise +0.60, Truffle mayonnaise +1.20
    Sweet potato fries | 4.90 | Fryer | | Lime dip +0.80
    Onion rings | 4.50 | Fryer | gluten
    Coleslaw | 3.40 | Cold | egg, mustard
    Lemonade | 3.20 | Bar |`,
  ),
  pizza: menu(
    'Pizza',
    'Пицца',
    'بيتزا',
    `
    Margherita | 9.50 | Oven | gluten, milk | Buffalo mozzarella +2.50, Basil +0.50
    Diavola | 11.90 | Oven | gluten, milk | Extra salami +2.00
    Quattro formaggi | 12.50 | Oven | gluten, milk | Pear +1.50
    Prosciutto e funghi | 12.90 | Oven | gluten, milk
    Marinara | 8.40 | Oven | gluten | Anchovies +2.20
    Tartufo | 14.90 | Oven | gluten, milk | Rocket +1.00
    Burrata with tomatoes | 9.80 | Cold | milk
    Tiramisù | 5.90 | Cold | egg, milk, gluten
    San Pellegrino 0.75 | 4.20 | Bar |`,
  ),
  sushi: menu(
    'Sushi',
    'Суши',
    'سوشي',
    `
    サーモン握り Salmon nigiri (2) | 5.40 | Sushi bar | fish
    まぐろ握り Tuna nigiri (2) | 5.90 | Sushi bar | fish
    California roll (8) | 9.80 | Sushi bar | crustaceans, egg | Extra avocado +1.50
    Rainbow roll (8) | 13.90 | Sushi bar | fish, crustaceans, sesame
    Vegetable maki (6) | 4.90 | Sushi bar | sesame
    Chirashi bowl | 15.90 | Sushi bar | fish, soya | Ikura +3.50
    枝豆 Edamame | 4.20 | Cold | soya
    味噌汁 Miso soup | 3.60 | Hot | soya, fish | Tofu +0.80
    Prawn tempura (5) | 10.90 | Fryer | crustaceans, gluten
    Wasabi and ginger | 0.80 | Sushi bar | mustard`,
  ),
  georgian: menu(
    'Georgian',
    'Грузинская',
    'جورجي',
    `
    აჭარული ხაჭაპური Adjaruli khachapuri | 11.50 | Oven | gluten, milk, egg | Second egg +1.20
    იმერული ხაჭაპური Imeruli khachapuri | 9.20 | Oven | gluten, milk
    ხინკალი Khinkali with beef (5) | 9.50 | Hot | gluten | Pepper +0.00
    ხინკალი Khinkali with mushrooms (5) | 8.90 | Hot | gluten
    ლობიო Lobio in a pot | 7.80 | Hot | | Mchadi +2.00
    ბადრიჯანი Aubergine with walnuts | 8.40 | Cold | nuts
    ჩაქაფული Chakapuli | 14.20 | Hot | celery
    Tarragon lemonade | 3.40 | Bar |
    ჩურჩხელა Churchkhela | 5.20 | Cold | nuts`,
  ),
  levant: menu(
    'Levantine',
    'Левантийская',
    'شامي',
    `
    شاورما دجاج Chicken shawarma | 8.50 | Grill | gluten, sesame | Garlic sauce +0.50, Pickles +0.50
    فلافل Falafel plate | 9.40 | Fryer | sesame | Hummus +2.00
    حمص Hummus | 5.80 | Cold | sesame | Pine nuts +1.50
    تبولة Tabbouleh | 6.20 | Cold | gluten
    كبة Kibbeh (4) | 7.90 | Fryer | gluten, nuts
    مشاوي مشكلة Mixed grill | 17.90 | Grill | | Rice +2.50
    فتوش Fattoush | 6.90 | Cold | gluten
    بقلاوة Baklava (4) | 5.50 | Cold | nuts, gluten, milk
    عيران Ayran | 2.60 | Bar | milk`,
  ),
  indian: menu(
    'Indian',
    'Индийская',
    'هندي',
    `
    Butter chicken मुर्ग मखनी | 13.90 | Hot | milk, nuts | Extra spicy +0.00, Garlic naan +3.20
    Palak paneer | 12.40 | Hot | milk
    Chana masala | 10.90 | Hot | | Extra spicy +0.00
    Lamb vindaloo | 15.40 | Hot | mustard
    Chicken biryani | 14.20 | Hot | milk | Raita +2.10
    Vegetable samosa (2) | 5.20 | Fryer | gluten
    Garlic naan | 3.20 | Tandoor | gluten, milk
    Basmati rice | 2.90 | Hot |
    Mango lassi | 4.10 | Bar | milk`,
  ),
  chinese: menu(
    'Chinese',
    'Китайская',
    'صيني',
    `
    宫保鸡丁 Kung Pao chicken | 12.80 | Wok | peanuts, soya | Extra peanuts +0.80
    麻婆豆腐 Mapo tofu | 11.20 | Wok | soya
    北京烤鸭 Peking duck, half | 21.90 | Oven | gluten, soya, sesame | Pancakes +2.00
    牛肉面 Beef noodle soup | 12.50 | Hot | gluten, soya
    小笼包 Soup dumplings (6) | 9.40 | Steamer | gluten
    炒饭 Egg fried rice | 8.20 | Wok | egg, soya | Prawns +3.00
    春卷 Spring rolls (4) | 5.60 | Fryer | gluten
    拍黄瓜 Smashed cucumber | 5.20 | Cold | sesame, soya`,
  ),
  mexican: menu(
    'Mexican',
    'Мексиканская',
    'مكسيكي',
    `
    Tacos al pastor (3) | 10.90 | Grill | | Guacamole +2.00, Habanero salsa +0.80
    Tacos de hongos (3) | 9.90 | Grill | | Guacamole +2.00
    Burrito de carnitas | 11.90 | Hot | gluten, milk | Sour cream +0.90
    Quesadilla | 8.90 | Grill | gluten, milk | Jalapeños +0.90
    Enchiladas verdes | 12.90 | Oven | milk
    Totopos con guacamole | 7.20 | Cold |
    Elote | 4.90 | Grill | milk, egg
    Churros | 5.60 | Fryer | gluten, milk
    Agua de jamaica | 3.40 | Bar |`,
  ),
  bakery: menu(
    'Bakery & coffee',
    'Пекарня и кофе',
    'مخبز وقهوة',
    `
    Butter croissant | 2.60 | Counter | gluten, milk, egg
    Franzbrötchen | 2.90 | Counter | gluten, milk
    Sourdough loaf | 5.80 | Counter | gluten | Sliced +0.00
    Avocado toast | 8.90 | Cold | gluten, egg | Poached egg +1.80
    Shakshuka | 10.50 | Hot | egg, gluten | Feta +1.50
    Flat white | 3.80 | Bar | milk | Oat milk +0.50
    Filter coffee | 3.20 | Bar | | Oat milk +0.50
    Cheesecake | 4.90 | Counter | milk, egg, gluten
    Cinnamon roll | 3.70 | Counter | gluten, milk`,
  ),
  green: menu(
    'Salads & bowls',
    'Салаты и боулы',
    'سلطات',
    `
    Quinoa bowl | 11.40 | Cold | sesame | Salmon +4.00, Tofu +2.20
    Caesar salad | 10.20 | Cold | gluten, fish, egg | Chicken +3.00
    Poke bowl | 13.20 | Cold | fish, soya, sesame | Extra tuna +4.00
    Lentil soup | 6.40 | Hot | celery | Bread +1.20
    Tomato soup | 6.20 | Hot | celery | Bread +1.20
    Green smoothie | 5.40 | Bar |
    Energy balls (3) | 4.20 | Cold | nuts, oats
    Beet hummus | 5.60 | Cold | sesame`,
  ),
} satisfies Record<string, Menu>

export type MenuName = keyof typeof menus

/** Notes of customers; most have none. */
export const itemNotes = [
  'No onions',
  'Sauce on the side',
  'Extra spicy please',
  'ALLERGY: no nuts at all',
  'Without coriander',
  'Bitte gut durch',
  'Без лука',
  'Без лактозы, пожалуйста',
  'بدون بصل من فضلك',
  '不要香菜',
  'Well done',
  'Cut in half',
] as const

export const orderComments = [
  'Please leave it at the door',
  'Ring the bell, the baby is awake anyway',
  'Call when you are downstairs',
  'Bitte im Laden nebenan abgeben',
  'Домофон не работает, позвоните',
  'اتصل بي عند الوصول',
  'Birthday! A candle, if you have one',
  'Entrance from the courtyard',
] as const

export const cancelReasons = [
  'The customer changed their mind',
  'An item is sold out',
  'The address could not be found',
  'Ordered twice by mistake',
  'The kitchen is overloaded',
] as const
