/** The package has no types. These are the ones used here. */
declare module 'hyphen/en-gb/index.js' {
  const english: { hyphenateHTMLSync: (html: string, options?: { minWordLength?: number }) => string }
  export default english
}
