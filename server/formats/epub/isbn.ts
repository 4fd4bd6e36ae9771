import { isbn13 } from '#contract/shapes/detail-fields.ts'

/** The first valid ISBN among identifiers, as 13 digits. */
export const isbnOf = (identifiers: readonly string[]): string | null => {
  for (const identifier of identifiers) {
    const isbn = isbn13(identifier.replace(/^(?:urn:)?(?:isbn|e-?isbn)[:\s]*/i, ''))
    if (isbn !== undefined) return isbn
  }
  return null
}
