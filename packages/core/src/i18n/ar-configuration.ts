import type { ruConfiguration } from './ru-configuration.ts'
import type { SameTexts } from './text-key.ts'

/** Configuration files. */
export const arConfiguration: SameTexts<typeof ruConfiguration> = {
  'Not valid YAML here: %1': 'YAML غير صالح هنا: %1',
  'Write values out: anchors, aliases and tags are not allowed': 'اكتب القيم كاملة: المراسي والإحالات والوسوم غير مسموح بها',
  'Too many records: the limit is %1': 'سجلات كثيرة جدًا: الحد %1',
  'This would also change %1, which is not in the plan': 'سيغيّر هذا أيضًا %1، وهو غير موجود في الخطة',
  'Write fields as name: value': 'اكتب الحقول على شكل اسم: قيمة',
  'This file was written by a newer Tiffin. Update tiffin.': 'كُتب هذا الملف بإصدار أحدث من Tiffin. حدّث tiffin.',
  'There is no section %1': 'لا يوجد قسم %1',
  'There is no field %1': 'لا يوجد حقل %1',
  'Duplicate: %1': 'مكرر: %1',
  'The record is named %1 here, but its translations say %2. To rename it, change the name and add "was:" with the old name.':
    'اسم السجل هنا %1، لكن نصوصه تقول %2. لتغيير اسمه، غيّر الاسم وأضف was: مع الاسم القديم.',
  'This is the same record as %1': 'هذا هو السجل نفسه %1',
  'There is no record %1 in %2': 'لا يوجد سجل %1 في %2',
  'Several records in %2 are named %1. Enter an ID instead.': 'في %2 عدة سجلات باسم %1. اكتب معرّفه.',
  'Invalid value: %1': 'قيمة غير صالحة: %1',
}
