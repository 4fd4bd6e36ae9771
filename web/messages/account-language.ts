export const ACCOUNT_LANGUAGE = {
  title: 'Language',
  text: 'Pages open in it once you have logged in, and mails to you are written in it.',
  asBrowser: 'As the browser says',
} as const
