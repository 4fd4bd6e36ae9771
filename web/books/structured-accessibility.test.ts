import { expect, test } from 'vitest'
import type { PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { structuredAccessibility } from './structured-accessibility.ts'

const NOTHING: PdfBookAccessibility = {
  kind: 'pdf',
  text: 'unknown',
  isTagged: false,
  language: null,
  hasContents: false,
}

const ofPdf = (facts: Partial<PdfBookAccessibility>) => structuredAccessibility({ ...NOTHING, ...facts })

test('a PDF has what was seen in it, and nothing that is not known', () => {
  expect(ofPdf({})).toEqual({})
  expect(ofPdf({ text: 'none' })).toEqual({ accessMode: ['visual'] })
  expect(ofPdf({ text: 'some', hasContents: true })).toEqual({
    accessMode: ['textual', 'visual'],
    accessibilityFeature: ['tableOfContents'],
  })
  expect(ofPdf({ text: 'all', isTagged: true })).toEqual({
    accessMode: ['textual'],
    accessibilityFeature: ['taggedPDF'],
  })
})

test('an EPUB has the values of its file', () => {
  const facts = structuredAccessibility({
    accessModes: ['textual', 'visual'],
    sufficientModes: [['textual']],
    features: ['index'],
    hazards: ['none'],
    summary: null,
    conformsTo: [],
    certifiedBy: null,
    isFixed: false,
    hasContents: true,
    hasPageList: false,
  })
  expect(facts).toEqual({
    accessMode: ['textual', 'visual'],
    accessModeSufficient: [{ '@type': 'ItemList', itemListElement: ['textual'] }],
    accessibilityFeature: ['index'],
    accessibilityHazard: ['none'],
  })
})
