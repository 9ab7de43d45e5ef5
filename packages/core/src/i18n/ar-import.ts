import type { ruImport } from './ru-import.ts'
import type { Same } from './text-key.ts'

/** Imports of sheets. */
export const arImport: Same<typeof ruImport> = {
  'This is not a spreadsheet. Choose an .xlsx, .xls, .ods or .csv file.':
    'هذا ليس جدول بيانات. اختر ملف ‎.xlsx أو ‎.xls أو ‎.ods أو ‎.csv.',
  'Too large: %1 MB, the limit is %2 MB': 'الملف كبير جدًا: %1 ميغابايت، والحد %2 ميغابايت',
  'The file unpacks to more than %1 MB. Save it again with your spreadsheet program.':
    'حجم الملف بعد فك ضغطه أكبر من %1 ميغابايت. احفظه مرة أخرى ببرنامج الجداول.',
  'The file is damaged. Save it again with your spreadsheet program.': 'الملف تالف. احفظه مرة أخرى ببرنامج الجداول.',
  'The file is protected by a password. Remove the password and save it again.':
    'الملف محمي بكلمة مرور. أزل كلمة المرور واحفظه مرة أخرى.',
  'The sheet has content in row %1, the limit is %2 rows. Delete what is far below.':
    'في الورقة بيانات في الصف %1، والحد %2 صف. احذف ما هو بعيد في الأسفل.',
  'The sheet has content in column %1, the limit is %2 columns. Delete what is far to the right.':
    'في الورقة بيانات في العمود %1، والحد %2 عمود. احذف الأعمدة البعيدة.',
  'The sheet has more than %1 cells. Split it into several files.': 'في الورقة أكثر من %1 خلية. قسّمها إلى عدة ملفات.',
  'There is no sheet %1. The file has: %2': 'لا توجد ورقة %1. في الملف: %2',
  "The file isn't text in the encoding %1. Choose another encoding.": 'الملف ليس نصًا بالترميز %1. اختر ترميزًا آخر.',
  'Unknown encoding: %1': 'ترميز غير معروف: %1',
  'A quotation mark in row %1 is never closed': 'علامة اقتباس في الصف %1 غير مغلقة',
  'There is no column %1': 'لا يوجد عمود %1',
  'Several columns are called %1. Use a letter, such as C.': 'هناك عدة أعمدة باسم %1. استخدم حرفًا مثل C.',
  'The rows %1 are not in the sheet, which has %2 rows': 'الصفوف %1 ليست في الورقة التي فيها %2 صف',
  'Not an ID: %1': 'ليس معرّفًا: %1',
  'The ID is missing': 'المعرّف مفقود',
  'Several dictionary rows have this English text: %1': 'هذا النص الإنجليزي موجود في عدة صفوف من القاموس: %1',
  'Several rows set this text differently: %1': 'عدة صفوف تعطي هذا النص قيمًا مختلفة: %1',
  'The placeholders differ from the English text, which has: %1': 'العناصر النائبة تختلف عن النص الإنجليزي الذي فيه: %1',
  'Too long: %1 characters, the limit is %2': 'طويل جدًا: %1 حرفًا، والحد %2',
  'The text has invalid characters': 'في النص أحرف غير صالحة',
  'The cell has a formula. Paste its value instead.': 'في الخلية معادلة. الصق قيمتها بدلًا منها.',
  'The cell is merged. Unmerge it.': 'الخلية مدمجة. ألغِ دمجها.',
  'The cell is a date. Format it as text.': 'في الخلية تاريخ. اجعل تنسيقها نصًا.',
  'The cell shows an error': 'في الخلية خطأ',
  'The cell is TRUE or FALSE. Format it as text.': 'في الخلية TRUE أو FALSE. اجعل تنسيقها نصًا.',
  'The number may have lost digits. Format it as text.': 'ربما فقد الرقم بعض أرقامه. اجعل تنسيق الخلية نصًا.',
  'No column is named like a field. The fields: %1': 'لا يوجد عمود باسم حقل. الحقول: %1',
  'There is no field %1. The fields: %2': 'لا يوجد حقل %1. الحقول: %2',
  'Several columns give the field %1: %2': 'عدة أعمدة تعطي الحقل %1: %2',
  'No column gives the field %1, by which rows are matched': 'لا يوجد عمود يعطي الحقل %1 الذي تُطابق به الصفوف',
  'Row %1 is not a JSON object': 'الصف %1 ليس كائن JSON',
  'Not a number: %1': 'ليس رقمًا: %1',
  'Not a date: %1': 'ليس تاريخًا: %1',
  'Not one of these: %2. It is: %1': 'المسموح فقط: %2. القيمة: %1',
  'Not JSON: %1': 'ليس JSON: %1',
  'No record is called %1': 'لا يوجد سجل باسم %1',
  'Several records are called %1: %2': 'عدة سجلات باسم %1: %2',
  'The value by which rows are matched is missing': 'القيمة التي تُطابق بها الصفوف مفقودة',
  'Some rows of this import have not arrived yet': 'لم تصل بعض صفوف هذا الاستيراد بعد',
  'The plan of this import is made. Start a new import.': 'خطة هذا الاستيراد جاهزة. ابدأ استيرادًا جديدًا.',
  'Part %1 was already sent with other rows': 'أُرسل الجزء %1 من قبل بصفوف أخرى',
  'Refused rows: %1. Correct them or leave them out.': 'الصفوف المرفوضة: %1. صحّحها أو استبعدها.',
  'Records have changed since the plan was made. Nothing was changed; make a new plan.':
    'تغيّرت السجلات بعد إعداد الخطة. لم يتغير شيء؛ أعدّ خطة جديدة.',
  'Several rows change this record: %1': 'عدة صفوف تغيّر هذا السجل: %1',
  Reason: 'السبب',
}
