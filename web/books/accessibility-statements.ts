import { describesImages, isReadableAloud, isTaggedText } from '#contract/shapes/accessibility.ts'
import type {
  BookAccessibility,
  EpubBookAccessibility,
  PdfBookAccessibility,
} from '#contract/shapes/book-accessibility.ts'
import { languageName } from '#web/language/language-name.ts'
import { ACCESSIBILITY as WORDS } from '#web/messages/accessibility.ts'

interface StatementGroup {
  title: string
  statements: string[]
}

/**
 * What a book's page says of its accessibility. Ways of reading and conformance are always told, in this order, the others
 * where something is known.
 */
export const accessibilityStatements = (facts: BookAccessibility): StatementGroup[] =>
  facts.kind === 'pdf' ? pdfStatements(facts) : epubStatements(facts)

/** The guide's words for a PDF that surely can be read aloud, plain words for what was seen in others. */
const pdfStatements = (facts: PdfBookAccessibility): StatementGroup[] => {
  const { text, isTagged, language, hasContents } = facts
  const known = [
    { title: WORDS.navigation, statements: hasContents ? [WORDS.contents] : [] },
    {
      title: WORDS.readingAloud,
      statements: [
        ...(isTagged ? [WORDS.tagged] : []),
        ...(language ? [WORDS.inLanguage(languageName(language))] : []),
      ],
    },
  ]
  return [
    { title: WORDS.ways, statements: [isTaggedText(facts) ? WORDS.readable : WORDS.pageText[text]] },
    { title: WORDS.conformance, statements: [WORDS.conformanceUnknown] },
    ...known.filter(({ statements }) => statements.length > 0),
  ]
}

/**
 * By the EPUB techniques of W3C's display guide
 * (https://w3c.github.io/publ-a11y/a11y-meta-display-guide/2.0/techniques/epub-metadata/).
 */
const epubStatements = (facts: EpubBookAccessibility): StatementGroup[] => {
  const summary = facts.summary ? [{ title: WORDS.summary, statements: [facts.summary] }] : []
  const known = [
    { title: WORDS.navigation, statements: navigationOf(facts) },
    { title: WORDS.rich, statements: richContentOf(facts) },
    { title: WORDS.hazards, statements: hazardsOf(facts) },
  ].filter(({ statements }) => statements.length > 0)
  return [
    { title: WORDS.ways, statements: waysOf(facts) },
    { title: WORDS.conformance, statements: conformanceOf(facts) },
    ...known,
    ...summary,
  ]
}

const TRANSFORMABLE = 'displayTransformability'
const SYNCHRONIZED = ['sychronizedAudioText', 'synchronizedAudioText']

const waysOf = (facts: EpubBookAccessibility): string[] => {
  const { features, accessModes, isFixed } = facts
  // The reader of this library sets the type of a book that flows, whatever its metadata says.
  const isModifiable = !isFixed || features.includes(TRANSFORMABLE)
  const hasAudio = accessModes.includes('auditory')
  const audio = SYNCHRONIZED.some((feature) => features.includes(feature))
    ? [WORDS.audioWithText]
    : hasAudio
      ? [isAlone(facts, 'auditory') ? WORDS.audioOnly : WORDS.audioClips]
      : []
  const described = describesImages(facts) ? [WORDS.alternativeText] : []
  return [isModifiable ? WORDS.modifiable : WORDS.unmodifiable, nonvisualOf(facts), ...described, ...audio]
}

const isAlone = ({ accessModes, sufficientModes }: EpubBookAccessibility, mode: string) =>
  sufficientModes.some((modes) => modes.length === 1 && modes[0] === mode) ||
  (accessModes.length === 1 && accessModes[0] === mode)

const nonvisualOf = (facts: EpubBookAccessibility): string => {
  const { accessModes, sufficientModes } = facts
  if (isReadableAloud(facts)) return WORDS.readable
  if (accessModes.length === 0 && sufficientModes.length === 0) return WORDS.readableUnknown
  const hasText = accessModes.includes('textual') || sufficientModes.some((modes) => modes.includes('textual'))
  return hasText || describesImages(facts) ? WORDS.notFullyReadable : WORDS.notReadable
}

const conformanceOf = ({ conformsTo, certifiedBy }: EpubBookAccessibility): string[] => {
  const level = levelOf(conformsTo)
  return [
    level ? WORDS.conformsTo[level] : WORDS.conformanceUnknown,
    ...(level && certifiedBy ? [WORDS.certifiedBy(certifiedBy)] : []),
  ]
}

const LEVELS = ['AAA', 'AA', 'A'] as const

/** The level in a text such as 'EPUB Accessibility 1.1 - WCAG 2.1 Level AA' or 'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa'. */
const levelOf = (conformsTo: readonly string[]) => {
  const found = conformsTo.map((text) => /(?:wcag-|level )(a{1,3})$/i.exec(text.trim())?.[1]?.toUpperCase())
  return LEVELS.find((level) => found.includes(level))
}

type Rule = readonly [features: readonly string[], statement: string]

const toldBy = (features: readonly string[], rules: readonly Rule[]): string[] =>
  rules.filter(([names]) => names.some((name) => features.includes(name))).map(([, statement]) => statement)

const NAVIGATION: readonly Rule[] = [
  [['tableOfContents'], WORDS.contents],
  [['index'], WORDS.index],
  [['structuralNavigation'], WORDS.headings],
  [['pageNavigation', 'pageBreakMarkers', 'printPageNumbers'], WORDS.pages],
]

const navigationOf = ({ features, hasContents, hasPageList }: EpubBookAccessibility): string[] =>
  toldBy(
    [...features, ...(hasContents ? ['tableOfContents'] : []), ...(hasPageList ? ['pageNavigation'] : [])],
    NAVIGATION,
  )

const RICH: readonly Rule[] = [
  [['MathML'], WORDS.mathMl],
  [['latex'], WORDS.mathLatex],
  [['describedMath'], WORDS.mathDescribed],
  [['MathML-chemistry'], WORDS.chemistryMathMl],
  [['latex-chemistry'], WORDS.chemistryLatex],
  [['longDescription'], WORDS.extendedDescriptions],
  [['closedCaptions'], WORDS.closedCaptions],
  [['openCaptions'], WORDS.openCaptions],
  [['transcript'], WORDS.transcript],
]

const richContentOf = ({ features }: EpubBookAccessibility): string[] => toldBy(features, RICH)

const HAZARDS: readonly Rule[] = [
  [['flashing'], WORDS.flashing],
  [['motionSimulation'], WORDS.motion],
  [['sound'], WORDS.sound],
  [['noFlashingHazard'], WORDS.noFlashing],
  [['noMotionSimulationHazard'], WORDS.noMotion],
  [['noSoundHazard'], WORDS.noSound],
  [['unknown', 'unknownFlashingHazard', 'unknownMotionSimulationHazard', 'unknownSoundHazard'], WORDS.hazardsUnknown],
]

const NO_HAZARD = ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard']

const hazardsOf = ({ hazards }: EpubBookAccessibility): string[] =>
  hazards.includes('none') || NO_HAZARD.every((name) => hazards.includes(name))
    ? [WORDS.noHazards]
    : toldBy(hazards, HAZARDS)
