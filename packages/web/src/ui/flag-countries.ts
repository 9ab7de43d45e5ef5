/** The countries whose flags are built in: those of all platform languages. */
export const flagCountries: readonly string[] = (
  'al am az ba bd bg bo br by cn cz de dk ee eg es et fi fr ge gr hr hu id ie il in ir is it jp kg kh kr kz la lk lt lv mk ' +
  'ml mn mv my nl no ph pk pl ro rs ru se si sk th tj tm tr tw tz ua us uz vn za'
).split(' ')
