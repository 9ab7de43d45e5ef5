import type { ruCompany } from './ru-company.ts'
import type { SameTexts } from './text-key.ts'

export const arCompany: SameTexts<typeof ruCompany> = {
  'Create company': 'إنشاء شركة',
  'Company created successfully': 'تم إنشاء الشركة بنجاح',
  'new company, add a company, start a business': 'شركة جديدة، إضافة شركة، بدء عمل',
  'Step %1 of %2': 'الخطوة %1 من %2',
  'Choose a country': 'اختر البلد',
  'More languages can be added in the settings of the company.': 'يمكن إضافة لغات أخرى في إعدادات الشركة.',
  'Pay every': 'فترة الدفع',
  '%1 off': 'خصم %1',
  '$%1 a month': '\u2066$%1\u2069 شهريًا',
  'Free trial: %1': 'تجربة مجانية: %1',
  'First bill after the trial: $%1': 'أول فاتورة بعد الفترة التجريبية: \u2066$%1\u2069',
  'First bill, due at once: $%1': 'أول فاتورة، مستحقة فورًا: \u2066$%1\u2069',
  'You have already had the free trial of this tariff.': 'لقد استخدمت الفترة المجانية لهذه الباقة من قبل.',
  'Contact us': 'تواصل معنا',
  'This tariff is set up together with you.': 'يتم إعداد هذه الباقة بالاتفاق معك.',
  'No tariff is offered at the moment.': 'لا توجد باقات متاحة حاليًا.',
  'It is not known whether the company was created. Try again: no second one is created.':
    'لا يُعرف هل أُنشئت الشركة. أعد المحاولة: لن تُنشأ شركة ثانية.',
  'To create a company, choose its name and tariff. To work in an existing one, ask its owner for access.':
    'لإنشاء شركة اختر اسمها وباقتها. وللعمل في شركة قائمة اطلب صلاحية الوصول من مالكها.',
  'First steps': 'الخطوات الأولى',
  'Done: %1 of %2': 'أُنجز: %1 من %2',
  'First steps: %1 of %2. Next: %3. In the console: %4': 'الخطوات الأولى: %1 من %2. التالي: %3. في لوحة التحكم: %4',
  'Hide checklist': 'إخفاء القائمة',
  'Checklist hidden': 'تم إخفاء القائمة',
  'To do': 'للتنفيذ',
  'Add a merchant': 'أضف متجرًا',
  'The kitchen, shop or restaurant that customers order from.': 'المطبخ أو المتجر أو المطعم الذي يطلب منه العملاء.',
  'Set the opening hours': 'حدّد ساعات العمل',
  'Every day from 10:00 to 22:00 until you change them.': 'كل يوم من 10:00 إلى 22:00 حتى تغيّرها.',
  'Choose payment types': 'اختر طرق الدفع',
  'Cash is ready. Add cards and others that you take.': 'الدفع نقدًا جاهز. أضف البطاقات وغيرها مما تقبله.',
  'Connect a printer': 'وصّل طابعة',
  'For kitchen tickets and receipts.': 'لتذاكر المطبخ والإيصالات.',
  'Invite people': 'ادعُ فريقك',
  'Everyone in the kitchen or at the phone signs in with a separate account.':
    'يسجّل كل من في المطبخ أو على الهاتف الدخول بحساب مستقل.',
}
