/** Sound of a status that rings without a sound file: front-ends generate it. */
export const builtinAlarm = 'builtin:alarm'
