import type { ruImages } from './ru-images.ts'
import type { Same } from './text-key.ts'

/** Pictures: choosing, cutting out, drawing. */
export const arImages = {
  'The picture could not be drawn': 'تعذّر رسم الصورة',
  'Drop a picture here, paste it, or choose a file': 'أسقط صورة هنا أو ألصقها أو اختر ملفًا',
  'Choose a file': 'اختيار ملف',
  Crop: 'قص',
  'Draw a picture from words': 'رسم صورة من وصف',
  'Describe the picture': 'صف الصورة',
  Draw: 'رسم',
  'Remove the background': 'إزالة الخلفية',
  'Take the picture away': 'إزالة الصورة',
  'Crop view': 'طريقة القص',
  'Crop view Free': 'حر',
  'Crop view Contain': 'احتواء',
  'Crop view Cover': 'ملء',
  'Crop view Strict': 'صارم',
  'Zoom in': 'تكبير',
  'Zoom out': 'تصغير',
  'Turn left': 'تدوير إلى اليسار',
  'Turn right': 'تدوير إلى اليمين',
  'Move up': 'تحريك لأعلى',
  'Move down': 'تحريك لأسفل',
  'Move left': 'تحريك لليسار',
  'Move right': 'تحريك لليمين',
  'Keep what is transparent': 'الإبقاء على الشفافية',
  'Saving the picture': 'يجري حفظ الصورة',
  'Removing the background': 'تجري إزالة الخلفية',
  'Drawing the picture': 'يجري رسم الصورة',
  Picture: 'صورة',
  Stop: 'إيقاف',
  'Area to cut out: arrows move it, + and - zoom, [ and ] turn, with Shift ten steps':
    'المنطقة المراد قصها: الأسهم تحركها، و+ و- للتكبير والتصغير، و[ و] للتدوير، ومع Shift عشر خطوات',
  'The smallest size is %1x%2': 'أصغر مقاس %1x%2',
} satisfies Same<typeof ruImages>
