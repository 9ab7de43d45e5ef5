import type { ruImages } from './ru-images.ts'
import type { SameTexts } from './text-key.ts'

/** Images: choosing, removing the background, drawing. */
export const arImages = {
  "Can't process the image": 'تعذّرت معالجة الصورة',
  'Drop an image here, paste it, or choose a file': 'أسقط صورة هنا أو ألصقها أو اختر ملفًا',
  'Choose a file': 'اختيار ملف',
  Crop: 'قص',
  'Generate image from a description': 'إنشاء صورة من وصف',
  'Describe the image': 'صف الصورة',
  Generate: 'إنشاء',
  'Remove background': 'إزالة الخلفية',
  'Remove image': 'إزالة الصورة',
  'Crop view': 'طريقة القص',
  'Crop view Free': 'حر',
  'Crop view Contain': 'احتواء',
  'Crop view Cover': 'ملء',
  'Crop view Strict': 'صارم',
  'Zoom in': 'تكبير',
  'Zoom out': 'تصغير',
  'Rotate left': 'تدوير إلى اليسار',
  'Rotate right': 'تدوير إلى اليمين',
  'Move up': 'تحريك لأعلى',
  'Move down': 'تحريك لأسفل',
  'Move left': 'تحريك لليسار',
  'Move right': 'تحريك لليمين',
  'Keep transparency': 'الإبقاء على الشفافية',
  'Saving image': 'يجري حفظ الصورة',
  'Removing background': 'تجري إزالة الخلفية',
  'Generating image': 'يجري إنشاء الصورة',
  'Crop area: arrow keys move, + and - zoom, [ and ] rotate, hold Shift for ten steps':
    'منطقة القص: الأسهم للتحريك، و+ و- للتكبير والتصغير، و[ و] للتدوير، ومع Shift عشر خطوات',
  'Minimum size: %1x%2': 'الحد الأدنى للمقاس: %1x%2',
} satisfies SameTexts<typeof ruImages>
