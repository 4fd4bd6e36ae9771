const BASE = 'http://base.invalid'

/** The path that a text leads to on this site. Undefined if it is no path, or would lead to another site. */
export const pathOnSite = (text: string | null): string | undefined => {
  if (!text?.startsWith('/')) return undefined
  const url = URL.parse(text, BASE)
  // The URL parser reads '/\host' and '//host' as another origin, after it has removed tabs and line ends.
  if (url?.origin !== BASE) return undefined
  // '/.//host' is resolved to the path '//host', which the next parser would read as another origin.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}
