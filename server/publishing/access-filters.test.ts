import { expect, test } from 'vitest'
import { accessFiltersOf } from '#contract/shapes/accessibility.ts'
import { BookAccessibility, type PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'

const PDF: PdfBookAccessibility = { kind: 'pdf', text: 'all', isTagged: true, language: 'en', hasContents: false }

test('a PDF is found by screen readers if it has text on all pages, tags and a language', () => {
  expect(accessFiltersOf(PDF)).toEqual(['screen-reader'])
  for (const lack of [
    { text: 'some' },
    { text: 'none' },
    { text: 'unknown' },
    { isTagged: false },
    { language: null },
  ] as const)
    expect(accessFiltersOf({ ...PDF, ...lack })).toEqual([])
  expect(accessFiltersOf(undefined)).toEqual([])
})

test('what is stored of earlier EPUBs is valid without its kind', () => {
  const epub = {
    accessModes: ['textual'],
    sufficientModes: [],
    features: ['alternativeText'],
    hazards: [],
    summary: null,
    conformsTo: [],
    certifiedBy: null,
    isFixed: false,
    hasContents: true,
    hasPageList: false,
  }
  for (const facts of [epub, { kind: 'epub', ...epub }]) {
    expect(BookAccessibility.parse(facts)).toEqual(facts)
    expect(accessFiltersOf(BookAccessibility.parse(facts))).toEqual(['screen-reader', 'image-descriptions'])
  }
  expect(BookAccessibility.parse(PDF)).toEqual(PDF)
  expect(() => BookAccessibility.parse({ ...epub, kind: 'pdf' })).toThrow()
})
