/** Text has no signature: whether a file is Markdown is told by its name. */
export const isMarkdownName = (name: string): boolean => /\.(?:md|markdown|mdown|mkd)$/i.test(name)
