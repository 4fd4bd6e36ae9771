import { expect, test } from 'vitest'
import type { EpubBookAccessibility, PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { accessibilityStatements } from './accessibility-statements.ts'

const NOTHING: EpubBookAccessibility = {
  accessModes: [],
  sufficientModes: [],
  features: [],
  hazards: [],
  summary: null,
  conformsTo: [],
  certifiedBy: null,
  isFixed: false,
  hasContents: false,
  hasPageList: false,
}

const of = (facts: Partial<EpubBookAccessibility>) =>
  Object.fromEntries(
    accessibilityStatements({ ...NOTHING, ...facts }).map(({ title, statements }) => [title, statements]),
  )

test('a book that says nothing has two lines that say so', () => {
  expect(of({})).toEqual({
    'Ways of reading': ['Appearance can be modified', 'No information about nonvisual reading is available'],
    Conformance: ['No information is available'],
  })
})

test('a book that says all has each group', () => {
  const facts = of({
    accessModes: ['textual', 'visual'],
    sufficientModes: [['textual', 'visual'], ['textual']],
    features: ['alternativeText', 'tableOfContents', 'MathML', 'longDescription', 'pageBreakMarkers'],
    hazards: ['none'],
    summary: 'All images are described.',
    conformsTo: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
    certifiedBy: 'A House',
    hasContents: true,
  })
  expect(facts).toEqual({
    'Ways of reading': [
      'Appearance can be modified',
      'Readable in read aloud or dynamic braille',
      'Has alternative text',
    ],
    Conformance: [
      'This publication meets accepted accessibility standards',
      'This publication was certified by A House',
    ],
    Navigation: ['Table of contents', 'Go to page'],
    'Rich content': ['Math as MathML', 'Information-rich images are described by extended descriptions'],
    Hazards: ['No hazards'],
    'Accessibility summary': ['All images are described.'],
  })
})

test.each([
  [{ accessModes: ['textual'] }, 'Readable in read aloud or dynamic braille'],
  [{ accessModes: ['textual', 'visual'] }, 'Not fully readable in read aloud or dynamic braille'],
  [{ sufficientModes: [['textual', 'visual']] }, 'Not fully readable in read aloud or dynamic braille'],
  [{ accessModes: ['visual'], features: ['alternativeText'] }, 'Not fully readable in read aloud or dynamic braille'],
  [{ accessModes: ['visual'] }, 'Not readable in read aloud or dynamic braille'],
  [{ accessModes: ['auditory'] }, 'Prerecorded audio only'],
  [{ accessModes: ['textual', 'auditory'] }, 'Prerecorded audio clips'],
  [{ features: ['synchronizedAudioText'] }, 'Prerecorded audio synchronized with text'],
  [{ isFixed: true }, 'Appearance cannot be modified'],
])('%j is told as %j', (facts, statement) => {
  expect(of(facts)['Ways of reading']).toContain(statement)
})

test.each([
  ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a', 'meets minimum'],
  ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa', 'meets accepted'],
  ['EPUB Accessibility 1.1 - WCAG 2.2 Level AAA', 'exceeds accepted'],
])('%s is told as %j', (conformsTo, words) => {
  expect(of({ conformsTo: [conformsTo] })['Conformance']?.[0]).toContain(words)
})

test('of hazards each is told; without any of three there are none', () => {
  expect(of({ hazards: ['flashing', 'noSoundHazard'] })['Hazards']).toEqual(['Flashing content', 'No sound hazards'])
  expect(of({ hazards: ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'] })['Hazards']).toEqual([
    'No hazards',
  ])
  expect(of({ hazards: ['unknown'] })['Hazards']).toEqual(['The presence of hazards is unknown'])
})

const ofPdf = (facts: Partial<PdfBookAccessibility>) => {
  const nothing = { kind: 'pdf', text: 'unknown', isTagged: false, language: null, hasContents: false } as const
  return Object.fromEntries(
    accessibilityStatements({ ...nothing, ...facts }).map(({ title, statements }) => [title, statements]),
  )
}

test('a PDF of which nothing is known has two lines that say so', () => {
  expect(ofPdf({})).toEqual({
    'Ways of reading': ['No information about nonvisual reading is available'],
    Conformance: ['No information is available'],
  })
})

test('a PDF with all that can be seen is told by what it has', () => {
  expect(ofPdf({ text: 'all', isTagged: true, language: 'de-AT', hasContents: true })).toEqual({
    'Ways of reading': ['Readable in read aloud or dynamic braille'],
    Conformance: ['No information is available'],
    Navigation: ['Table of contents'],
    'Reading aloud': ['Tagged for screen readers', 'Its language is set: Austrian German'],
  })
})

test.each([
  [{ text: 'all' }, 'Its pages have text'],
  [{ text: 'some' }, 'Some of its pages have text'],
  [{ text: 'some', isTagged: true }, 'Some of its pages have text'],
  [{ text: 'none', isTagged: true }, 'Its pages are pictures: no text to read aloud'],
] as const)('of a PDF %j is told as %j', (facts, statement) => {
  expect(ofPdf(facts)['Ways of reading']).toEqual([statement])
})
