/** Configuration files. */
export const ruConfiguration = {
  'Not valid YAML here: %1': 'Здесь неверный YAML: %1',
  'Write values out: anchors, aliases and tags are not allowed':
    'Записывайте значения полностью: якоря, ссылки и теги не допускаются',
  'Too many records: the limit is %1': 'Слишком много записей: предел %1',
  'This would also change %1, which is not in the plan': 'Это изменило бы и %1, чего нет в плане',
  'Write fields as name: value': 'Записывайте поля как имя: значение',
  'This file was written by a newer Tiffin. Update tiffin.': 'Файл записан более новой версией Tiffin. Обновите tiffin.',
  'There is no section %1': 'Нет раздела %1',
  'There is no field %1': 'Нет поля %1',
  'Duplicate: %1': 'Повтор: %1',
  'The record is named %1 here, but its translations say %2. To rename it, change the name and add "was:" with the old name.':
    'Запись здесь называется %1, а в её текстах %2. Чтобы переименовать её, измените имя и добавьте was: со старым.',
  'This is the same record as %1': 'Это та же запись, что и %1',
  'There is no record %1 in %2': 'Записи %1 нет в %2',
  'Several records in %2 are named %1. Enter an ID instead.': 'В %2 несколько записей с именем %1. Укажите её номер.',
  'Invalid value: %1': 'Неверное значение: %1',
} as const
