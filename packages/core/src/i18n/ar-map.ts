import type { ruMap } from './ru-map.ts'
import type { Same } from './text-key.ts'

/** Addresses and map. */
export const arMap = {
  'Address not found': 'لم يُعثر على العنوان',
  "The address service isn't responding. Enter the address by hand.": 'خدمة العناوين لا تستجيب. أدخل العنوان يدويًا.',
  'Connecting to server...': 'جارٍ الاتصال بالخادم...',
  'Network error': 'خطأ في الشبكة',
  'Network connection lost': 'انقطع الاتصال بالشبكة',
} as const satisfies Same<typeof ruMap>
