import { LANGUAGE } from '#web/messages/language.ts'

const prefix: string = LANGUAGE.path

/**
 * The address of a page in this language, for what the router does not do: the router itself takes paths without the
 * language. That of its home page has no slash at the end.
 */
export const localPath = (path: string) => prefix + (prefix && path === '/' ? '' : path)

/** The path of the page that is shown, as the router has it. */
export const pathShown = (path = window.location.pathname) =>
  path === prefix ? '/' : path.startsWith(`${prefix}/`) ? path.slice(prefix.length).replace(/^\/+/, '/') : path
