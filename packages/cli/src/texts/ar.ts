/** Arabic, by English sentence. */
export const ar: Readonly<Record<string, string>> = {
  'No printer was found': 'لم يُعثر على طابعة',
  'Name addresses to ask: tiffin print list tcp://192.168.1.20-60':
    'اذكر العناوين المراد سؤالها: tiffin print list tcp://192.168.1.20-60',
  'Without a terminal the flag %1 is needed': 'بدون طرفية يلزم الخيار %1',
  'Sign in: tiffin login': 'سجّل الدخول: tiffin login',
  'The server cannot be reached': 'تعذّر الوصول إلى الخادم',
  'Please sign in': 'يرجى تسجيل الدخول',
  'The login or the password is not right': 'اسم الدخول أو كلمة المرور غير صحيحة',
  'There is no entity %1': 'لا يوجد جدول %1',
  'Nothing found': 'لم يُعثر على شيء',
  'Nothing was changed': 'لم يتغيّر شيء',
  'Saved: %1': 'تم الحفظ: %1',
  'Deleted: %1': 'تم الحذف: %1',
  'Apply?': 'هل تُطبَّق؟',
  'Delete?': 'هل تُحذف؟',
  Login: 'اسم الدخول',
  Password: 'كلمة المرور',
  'Signed out': 'تم تسجيل الخروج',
  'Company selected': 'تم اختيار الشركة',
  'Read the code from the terminal again: it shows a new one every ten minutes':
    'اقرأ الرمز من الجهاز مرة أخرى: يتجدد كل عشر دقائق',
  'The device is let in': 'تم ربط الجهاز',
  'Revoked: %1': 'أُلغي ربط: %1',
  'There is no merchant %1': 'لا يوجد متجر %1',
  'See them: tiffin list merchant': 'لعرضها: tiffin list merchant',
  'Stopping …': 'جارٍ الإيقاف …',
}
