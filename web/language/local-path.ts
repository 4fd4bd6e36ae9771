import { LANGUAGE } from '#web/messages/language.ts'

/** The address of a page in this language, for what the router does not do: the router itself takes paths without the language. */
export const localPath = (path: string) => (LANGUAGE.path as string) + path

/** The path of the page that is shown, as the router has it. */
export const pathShown = (path = window.location.pathname) =>
  path === LANGUAGE.path
    ? '/'
    : path.startsWith(localPath('/'))
      ? path.slice(LANGUAGE.path.length).replace(/^\/+/, '/')
      : path
