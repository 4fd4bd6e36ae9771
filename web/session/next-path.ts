const BASE = 'http://base.invalid'

/** The path to continue to after login, if `next` is a path of this site. */
export const nextPath = (search: URLSearchParams): string | undefined => {
  const next = search.get('next')
  if (!next?.startsWith('/')) return undefined
  const url = URL.parse(next, BASE)
  // The URL parser reads '/\host' and '//host' as another origin, after it has removed tabs and line ends.
  if (url?.origin !== BASE) return undefined
  return url.pathname + url.search + url.hash
}

/** The address of the login page, which returns to `path` after login. */
export const loginPath = (path: string) => (path === '/' ? '/auth' : `/auth?next=${encodeURIComponent(path)}`)
