/** Two-step sign-in: authenticator apps, recovery codes, passkeys. */
export const ruFactors = {
  'Two-step sign-in': 'Двухэтапный вход',
  'Enter the code from your authenticator app, or use a passkey':
    'Введите код из приложения-аутентификатора или воспользуйтесь ключом доступа',
  'The sign-in has expired. Sign in again.': 'Время входа истекло. Войдите ещё раз.',
  'Set up two-step sign-in to continue': 'Чтобы продолжить, настройте двухэтапный вход',
  'The owner of this access token must set up two-step sign-in first':
    'Владелец этого токена доступа должен сначала настроить двухэтапный вход',
  'An authenticator app is already set up. Remove it first.': 'Приложение-аутентификатор уже подключено. Сначала удалите его.',
  'This person has no two-step sign-in': 'У этого человека нет двухэтапного входа',
  'Enter a code from your authenticator app, or a recovery code': 'Введите код из приложения-аутентификатора или резервный код',
  'This passkey was not accepted. Try again or use another one.':
    'Ключ доступа не принят. Попробуйте ещё раз или возьмите другой.',
  'Owners must use two-step sign-in': 'Владельцы обязаны использовать двухэтапный вход',
  'Sign-in': 'Вход',
  'Code from your authenticator app': 'Код из приложения-аутентификатора',
  'Recovery code': 'Резервный код',
  'Use a recovery code': 'Ввести резервный код',
  'Use the authenticator app': 'Ввести код из приложения',
  'Use a passkey': 'Использовать ключ доступа',
  'Sign in with a passkey': 'Войти с ключом доступа',
  'No passkey was used. Try again.': 'Ключ доступа не использован. Попробуйте ещё раз.',
  "Passkeys don't work at this address. Open the console at its usual address.":
    'По этому адресу ключи доступа не работают. Откройте консоль по её обычному адресу.',
  'This device already has a passkey of yours.': 'На этом устройстве уже есть ваш ключ доступа.',
  'Sign-in also asks for a code from an app on your phone, or for a passkey.':
    'При входе также понадобится код из приложения на телефоне или ключ доступа.',
  'The first one ends your other sessions.': 'Подключение первого завершит другие ваши сеансы.',
  'Set up authenticator app': 'Подключить приложение-аутентификатор',
  'Authenticator app': 'Приложение-аутентификатор',
  'Scan the QR code with the app, or type the secret into it. Then enter the code that the app shows.':
    'Отсканируйте QR-код в приложении или введите в нём секрет. Затем введите код, который покажет приложение.',
  'QR code for the authenticator app': 'QR-код для приложения-аутентификатора',
  'Setup key': 'Ключ настройки',
  'Turn on': 'Включить',
  'Add passkey': 'Добавить ключ доступа',
  'Passkey name': 'Название ключа доступа',
  'Added: %1': 'Добавлен: %1',
  Rename: 'Переименовать',
  'Rename %1': 'Переименовать: %1',
  'Recovery codes': 'Резервные коды',
  'Recovery codes left: %1': 'Осталось резервных кодов: %1',
  "You have no recovery codes left: if you lose your phone or passkey, you can't sign in. Create new ones.":
    'У вас не осталось резервных кодов: потеряв телефон или ключ доступа, вы не сможете войти. Создайте новые.',
  "You have no recovery codes left. If you can't use your phone or passkey, ask an owner or a platform administrator to reset your two-step sign-in.":
    'У вас не осталось резервных кодов. Если телефон или ключ доступа недоступен, попросите владельца или администратора платформы сбросить двухэтапный вход.',
  'Passkeys work in browsers only. Sign in to the console there, then create recovery codes or set up an authenticator app.':
    'Ключи доступа работают только в браузере. Войдите там в консоль и создайте резервные коды или подключите приложение-аутентификатор.',
  'New recovery codes': 'Новые резервные коды',
  'Each code works once in place of a lost phone or passkey. They are not shown again.':
    'Каждый код один раз заменяет потерянный телефон или ключ доступа. Больше они показаны не будут.',
  'Download codes': 'Скачать коды',
  'Copy codes': 'Скопировать коды',
  'I have saved the codes': 'Коды сохранены',
  'Code or recovery code': 'Код или резервный код',
  "Can't load two-step sign-in": 'Не удалось загрузить двухэтапный вход',
  'Reset two-step sign-in': 'Сбросить двухэтапный вход',
  'Reset two-step sign-in of %1?': 'Сбросить двухэтапный вход: %1?',
  'For someone who has lost their phone. It signs them out everywhere, and they are told by email. The reason is kept in the history.':
    'Для тех, кто потерял телефон. Все сеансы человека завершатся, он получит письмо. Причина останется в истории.',
  'Reason for the reset': 'Причина сброса',
  'Run %1, or open %2 in a browser. Then press R.': 'Выполните %1 или откройте %2 в браузере. Затем нажмите R.',
  'Two-step sign-in reset': 'Двухэтапный вход сброшен',
} as const
