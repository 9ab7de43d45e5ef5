/** Imports of sheets. */
export const ruImport = {
  'This is not a spreadsheet. Choose an .xlsx, .xls, .ods or .csv file.':
    'Это не таблица. Выберите файл .xlsx, .xls, .ods или .csv.',
  'Too large: %1 MB, the limit is %2 MB': 'Слишком большой файл: %1 МБ, предел — %2 МБ',
  'The file unpacks to more than %1 MB. Save it again with your spreadsheet program.':
    'Файл распаковывается больше чем в %1 МБ. Сохраните его ещё раз в табличном редакторе.',
  'The file is damaged. Save it again with your spreadsheet program.':
    'Файл повреждён. Сохраните его ещё раз в табличном редакторе.',
  'The file is protected by a password. Remove the password and save it again.':
    'Файл защищён паролем. Снимите пароль и сохраните файл ещё раз.',
  'The sheet has content in row %1, the limit is %2 rows. Delete what is far below.':
    'На листе есть данные в строке %1, а предел — %2 строк. Удалите то, что далеко внизу.',
  'The sheet has content in column %1, the limit is %2 columns. Delete what is far to the right.':
    'На листе есть данные в столбце %1, а предел — %2 столбцов. Удалите то, что далеко справа.',
  'The sheet has more than %1 cells. Split it into several files.':
    'На листе больше %1 ячеек. Разделите его на несколько файлов.',
  'There is no sheet %1. The file has: %2': 'Нет листа %1. В файле есть: %2',
  "The file isn't text in the encoding %1. Choose another encoding.":
    'Файл не является текстом в кодировке %1. Выберите другую кодировку.',
  'Unknown encoding: %1': 'Неизвестная кодировка: %1',
  'A quotation mark in row %1 is never closed': 'Кавычка в строке %1 не закрыта',
  'There is no column %1': 'Нет столбца %1',
  'Several columns are called %1. Use a letter, such as C.': 'Несколько столбцов называются %1. Укажите букву, например C.',
  'The rows %1 are not in the sheet, which has %2 rows': 'Строк %1 нет на листе, в нём строк: %2',
  'Not an ID: %1': 'Это не ID: %1',
  'The ID is missing': 'Нет ID',
  'Several dictionary rows have this English text: %1': 'Этот английский текст есть в нескольких строках словаря: %1',
  'Several rows set this text differently: %1': 'Несколько строк задают этот текст по-разному: %1',
  'The placeholders differ from the English text, which has: %1': 'Подстановки не такие, как в английском тексте, где есть: %1',
  'Too long: %1 characters, the limit is %2': 'Слишком длинно: %1 символов, предел — %2',
  'The text has invalid characters': 'В тексте есть недопустимые символы',
  'The cell has a formula. Paste its value instead.': 'В ячейке формула. Вставьте вместо неё значение.',
  'The cell is merged. Unmerge it.': 'Ячейка объединена. Разъедините её.',
  'The cell is a date. Format it as text.': 'В ячейке дата. Задайте ей текстовый формат.',
  'The cell shows an error': 'В ячейке ошибка',
  'The cell is TRUE or FALSE. Format it as text.': 'В ячейке ИСТИНА или ЛОЖЬ. Задайте ей текстовый формат.',
  'The number may have lost digits. Format it as text.': 'Число могло потерять цифры. Задайте ячейке текстовый формат.',
  Reason: 'Причина',
} as const
