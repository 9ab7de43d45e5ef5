import type { ruMap } from './ru-map.ts'
import type { SameTexts } from './text-key.ts'

/** Addresses and map. */
export const arMap = {
  'Address not found': 'لم يُعثر على العنوان',
  "The address service isn't responding. Enter the address by hand.": 'خدمة العناوين لا تستجيب. أدخل العنوان يدويًا.',
  'Connecting to server...': 'جارٍ الاتصال بالخادم...',
  'Network error': 'خطأ في الشبكة',
  'Network connection lost': 'انقطع الاتصال بالشبكة',
  'Choose on the map': 'الاختيار على الخريطة',
  'Address on the map': 'العنوان على الخريطة',
  'Map. Arrow keys move it, + and - zoom.': 'الخريطة. تحرّكها الأسهم، و+ و- للتكبير والتصغير.',
  'Show my location': 'إظهار موقعي',
  'Nearest city: %1, %2 km': 'أقرب مدينة: %1، %2 كم',
  'Locating…': 'جارٍ تحديد العنوان…',
  'Enter the address by hand': 'إدخال العنوان يدويًا',
  'Address not verified. Check it with the customer.': 'العنوان غير متحقق منه. تأكد منه مع العميل.',
  'Find an address': 'البحث عن عنوان',
  'Street and house number': 'الشارع ورقم المبنى',
  'Searching…': 'جارٍ البحث…',
  'The delivery area has no limit': 'منطقة التوصيل غير محدودة',
  'Limit the delivery area': 'تحديد منطقة التوصيل',
  'Delivery area (m)': 'منطقة التوصيل، م',
  'Remove limit': 'إزالة الحد',
  Map: 'الخريطة',
  'The browser blocked the map window. Allow pop-ups for this site.':
    'حظر المتصفح نافذة الخريطة. اسمح بالنوافذ المنبثقة لهذا الموقع.',
  'No open deliveries': 'لا توجد توصيلات مفتوحة',
  'Not on the map': 'ليس على الخريطة',
  'Stop %1 of %2': 'المحطة %1 من %2',
} as const satisfies SameTexts<typeof ruMap>
