/** The package comes without types; this much of it is used. */
declare module 'hyphen/en-gb/index.js' {
  const english: { hyphenateHTMLSync: (html: string, options?: { minWordLength?: number }) => string }
  export default english
}
