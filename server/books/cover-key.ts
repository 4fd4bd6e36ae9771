/** Where a form of a cover lies, such as `-320.avif` or `.webp` for the whole; its name is the hash of its content, so it never changes. */
export const coverKey = (hash: string, form: string) => `covers/${hash.slice(0, 2)}/${hash}${form}`
