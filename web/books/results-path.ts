/** The library's results of a search. */
export const resultsPath = (query: string) => `/library?query=${encodeURIComponent(query)}`
