/** Parses a query string. A name that is repeated, or written `name[]`, becomes a list, which no schema accepts. */
export const parseQuery = (text: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const plain = name.replace(/\[\w*\]$/, '')
    const isListed = plain !== name || plain in query
    query[plain] = isListed ? [query[plain] ?? [], value].flat() : value
  }
  return query
}
