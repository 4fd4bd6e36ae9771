/** The storage key of a cover in one format, like `-320.avif`, or `.webp` for full size. It has the hash of the content, so the file never changes. */
export const coverKey = (hash: string, form: string) => `covers/${hash.slice(0, 2)}/${hash}${form}`
