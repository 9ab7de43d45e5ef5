import type { ruFactors } from './ru-factors.ts'
import type { SameTexts } from './text-key.ts'

export const arFactors: SameTexts<typeof ruFactors> = {
  'Two-step sign-in': 'تسجيل الدخول بخطوتين',
  'Enter the code from your authenticator app, or use a passkey': 'أدخل الرمز من تطبيق المصادقة أو استخدم مفتاح مرور',
  'The sign-in has expired. Sign in again.': 'انتهت مهلة تسجيل الدخول. سجّل الدخول من جديد.',
  'Set up two-step sign-in to continue': 'أعدّ تسجيل الدخول بخطوتين للمتابعة',
  'The owner of this access token must set up two-step sign-in first':
    'يجب على صاحب رمز الوصول هذا إعداد تسجيل الدخول بخطوتين أولًا',
  'An authenticator app is already set up. Remove it first.': 'تطبيق المصادقة معدّ بالفعل. أزله أولًا.',
  'This person has no two-step sign-in': 'ليس لدى هذا الشخص تسجيل دخول بخطوتين',
  'Enter a code from your authenticator app, or a recovery code': 'أدخل رمزًا من تطبيق المصادقة أو رمز استرداد',
  'This passkey was not accepted. Try again or use another one.': 'لم يُقبل مفتاح المرور. حاول مجددًا أو استخدم مفتاحًا آخر.',
  'Owners must use two-step sign-in': 'يجب على المالكين استخدام تسجيل الدخول بخطوتين',
  'Sign-in': 'تسجيل الدخول',
  'Code from your authenticator app': 'الرمز من تطبيق المصادقة',
  'Recovery code': 'رمز الاسترداد',
  'Use a recovery code': 'استخدام رمز استرداد',
  'Use the authenticator app': 'استخدام تطبيق المصادقة',
  'Use a passkey': 'استخدام مفتاح مرور',
  'Sign in with a passkey': 'تسجيل الدخول بمفتاح مرور',
  'No passkey was used. Try again.': 'لم يُستخدم مفتاح مرور. حاول مجددًا.',
  "Passkeys don't work at this address. Open the console at its usual address.":
    'لا تعمل مفاتيح المرور على هذا العنوان. افتح لوحة التحكم على عنوانها المعتاد.',
  'This device already has a passkey of yours.': 'على هذا الجهاز مفتاح مرور لك بالفعل.',
  'Sign-in also asks for a code from an app on your phone, or for a passkey.':
    'يطلب تسجيل الدخول أيضًا رمزًا من تطبيق على هاتفك أو مفتاح مرور.',
  'The first one ends your other sessions.': 'إعداد أول وسيلة ينهي جلساتك الأخرى.',
  'Set up authenticator app': 'إعداد تطبيق المصادقة',
  'Authenticator app': 'تطبيق المصادقة',
  'Scan the QR code with the app, or type the secret into it. Then enter the code that the app shows.':
    'امسح رمز QR بالتطبيق أو اكتب السر فيه، ثم أدخل الرمز الذي يعرضه التطبيق.',
  'QR code for the authenticator app': 'رمز QR لتطبيق المصادقة',
  'Setup key': 'مفتاح الإعداد',
  'Turn on': 'تشغيل',
  'Add passkey': 'إضافة مفتاح مرور',
  'Passkey name': 'اسم مفتاح المرور',
  'Added: %1': 'أُضيف: %1',
  Rename: 'إعادة تسمية',
  'Rename %1': 'إعادة تسمية %1',
  'Recovery codes': 'رموز الاسترداد',
  'Recovery codes left: %1': 'رموز الاسترداد المتبقية: %1',
  "You have no recovery codes left: if you lose your phone or passkey, you can't sign in. Create new ones.":
    'لم تبق لديك رموز استرداد: إذا فقدت هاتفك أو مفتاح المرور فلن تتمكن من تسجيل الدخول. أنشئ رموزًا جديدة.',
  "You have no recovery codes left. If you can't use your phone or passkey, ask an owner or a platform administrator to reset your two-step sign-in.":
    'لم تبق لديك رموز استرداد. إذا تعذّر استخدام هاتفك أو مفتاح المرور، فاطلب من مالك أو من مسؤول المنصة إعادة تعيين تسجيل الدخول بخطوتين.',
  'Passkeys work in browsers only. Sign in to the console there, then create recovery codes or set up an authenticator app.':
    'تعمل مفاتيح المرور في المتصفحات فقط. سجّل الدخول هناك إلى لوحة التحكم ثم أنشئ رموز استرداد أو أعدّ تطبيق مصادقة.',
  'New recovery codes': 'رموز استرداد جديدة',
  'Each code works once in place of a lost phone or passkey. They are not shown again.':
    'يعمل كل رمز مرة واحدة بدل هاتف أو مفتاح مرور مفقود. لن تُعرض مرة أخرى.',
  'Download codes': 'تنزيل الرموز',
  'Copy codes': 'نسخ الرموز',
  'I have saved the codes': 'حفظت الرموز',
  'Code or recovery code': 'رمز أو رمز استرداد',
  "Can't load two-step sign-in": 'تعذّر تحميل تسجيل الدخول بخطوتين',
  'Reset two-step sign-in': 'إعادة تعيين تسجيل الدخول بخطوتين',
  'Reset two-step sign-in of %1?': 'إعادة تعيين تسجيل الدخول بخطوتين لـ %1؟',
  'For someone who has lost their phone. It signs them out everywhere, and they are told by email. The reason is kept in the history.':
    'لمن فقد هاتفه. تُنهى جلساته في كل مكان ويُبلَّغ بالبريد الإلكتروني. يُحفظ السبب في السجل.',
  'Reason for the reset': 'سبب إعادة التعيين',
  'Run %1, or open %2 in a browser. Then press R.': 'شغّل %1 أو افتح %2 في المتصفح. ثم اضغط R.',
  'Two-step sign-in reset': 'أُعيد تعيين تسجيل الدخول بخطوتين',
}
