/** Scripts in which two signs can be a whole name: Han, kana and Hangul. */
const SYLLABIC = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/** The length of a username in characters, of which a Han, kana or Hangul sign counts as two. */
export const usernameLength = (name: string): number =>
  [...name.normalize('NFC')].reduce((length, sign) => length + (SYLLABIC.test(sign) ? 2 : 1), 0)
