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
  'No column is named like a field. The fields: %1': 'Ни один столбец не назван как поле. Поля: %1',
  'There is no field %1. The fields: %2': 'Нет поля %1. Поля: %2',
  'Several columns give the field %1: %2': 'Поле %1 задают несколько столбцов: %2',
  'No column gives the field %1, by which rows are matched': 'Ни один столбец не задаёт поле %1, по которому находят строки',
  'Row %1 is not a JSON object': 'Строка %1 — не объект JSON',
  'Not a number: %1': 'Это не число: %1',
  'Not a date: %1': 'Это не дата: %1',
  'Not one of these: %2. It is: %1': 'Можно только: %2. Указано: %1',
  'Not JSON: %1': 'Это не JSON: %1',
  'No record is called %1': 'Нет записи с названием %1',
  'Several records are called %1: %2': 'Название %1 у нескольких записей: %2',
  'The value by which rows are matched is missing': 'Нет значения, по которому находят строки',
  'Some rows of this import have not arrived yet': 'Не все строки этого импорта получены',
  'The plan of this import is made. Start a new import.': 'План этого импорта уже составлен. Начните новый импорт.',
  'Part %1 was already sent with other rows': 'Часть %1 уже отправлена с другими строками',
  'Refused rows: %1. Correct them or leave them out.': 'Отклонено строк: %1. Исправьте их или пропустите.',
  'Records have changed since the plan was made. Nothing was changed; make a new plan.':
    'Записи изменились после составления плана. Ничего не изменено; составьте новый план.',
  'Several rows change this record: %1': 'Эту запись изменяют несколько строк: %1',
  Reason: 'Причина',
} as const
