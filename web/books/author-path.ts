/** The path of an author's page, by a name in any spelling. */
export const authorPath = (name: string) => `/authors/${encodeURIComponent(name)}`
