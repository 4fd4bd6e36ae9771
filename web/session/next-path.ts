const ANYWHERE = 'http://anywhere.invalid'

/** The path to go on to after logging in, if the address names one of this site's own. */
export const nextPath = (search: URLSearchParams): string | undefined => {
  const next = search.get('next')
  if (!next?.startsWith('/')) return undefined
  const url = URL.parse(next, ANYWHERE)
  // The parser turns '/\host' and '//host' into another origin, and takes tabs and line ends out first.
  if (url?.origin !== ANYWHERE) return undefined
  return url.pathname + url.search + url.hash
}

/** The login page, which comes back to `path`. */
export const loginPath = (path: string) => (path === '/' ? '/auth' : `/auth?next=${encodeURIComponent(path)}`)
