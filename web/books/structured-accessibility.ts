import type {
  BookAccessibility,
  EpubBookAccessibility,
  PdfBookAccessibility,
} from '#contract/shapes/book-accessibility.ts'

/** What is known of a book's accessibility, as properties and values of schema.org. */
export const structuredAccessibility = (facts: BookAccessibility) =>
  facts.kind === 'pdf' ? seenInPdf(facts) : saidByEpub(facts)

const seenInPdf = ({ text, isTagged, hasContents }: PdfBookAccessibility) => {
  const modes = { all: ['textual'], some: ['textual', 'visual'], none: ['visual'], unknown: [] }[text]
  const features = [...(hasContents ? ['tableOfContents'] : []), ...(isTagged ? ['taggedPDF'] : [])]
  return {
    ...(modes.length > 0 && { accessMode: modes }),
    ...(features.length > 0 && { accessibilityFeature: features }),
  }
}

/** The file has the same values. */
const saidByEpub = ({ accessModes, sufficientModes, features, hazards, summary }: EpubBookAccessibility) => ({
  accessMode: accessModes,
  accessModeSufficient: sufficientModes.map((modes) => ({ '@type': 'ItemList', itemListElement: modes })),
  accessibilityFeature: features,
  accessibilityHazard: hazards,
  ...(summary && { accessibilitySummary: summary }),
})
