import * as z from 'zod/mini'

const text = z.string()
const textIfAny = z.nullable(z.string())
const LAYOUTS = ['reflowable', 'pre-paginated'] as const
const SPREADS = ['auto', 'none', 'landscape', 'portrait', 'both'] as const
const FLOWS = ['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc'] as const
const SIDES = ['left', 'right', 'center'] as const

/** What an EPUB says of its accessibility, in the values of schema.org. */
export const EpubAccessibility = z.object({
  accessModes: z.array(text),
  /** Each is a set of modes that suffices to read the book. */
  sufficientModes: z.array(z.array(text)),
  features: z.array(text),
  hazards: z.array(text),
  summary: textIfAny,
  conformsTo: z.array(text),
  certifiedBy: textIfAny,
})
export type EpubAccessibility = z.infer<typeof EpubAccessibility>

/** What an EPUB says of itself. Every text is plain and on one line; `description` may have several lines. */
export const EpubMetadata = z.object({
  title: text,
  subtitle: textIfAny,
  sortTitle: textIfAny,
  authors: z.array(z.object({ name: text, sortName: textIfAny })),
  /** `role` is a MARC code, such as 'ill' or 'trl'. */
  contributors: z.array(z.object({ name: text, role: textIfAny })),
  languages: z.array(text),
  identifier: textIfAny,
  isbn: textIfAny,
  description: text,
  publisher: textIfAny,
  /** A year, a month or a day, as YYYY, YYYY-MM or YYYY-MM-DD. */
  published: textIfAny,
  modified: textIfAny,
  rights: textIfAny,
  subjects: z.array(text),
  series: z.nullable(z.object({ name: text, position: textIfAny })),
  accessibility: EpubAccessibility,
})
export type EpubMetadata = z.infer<typeof EpubMetadata>

/** A line of the table of contents, nested by `level` from 1. `target` is the path of a chapter, and `#id` if it is within it. */
export const EpubContentsEntry = z.object({ label: text, target: textIfAny, level: z.int() })
export type EpubContentsEntry = z.infer<typeof EpubContentsEntry>

export const EpubPlace = z.object({ label: text, target: text })
export type EpubPlace = z.infer<typeof EpubPlace>

export const EpubLandmark = z.object({ kind: text, label: text, target: text })
export type EpubLandmark = z.infer<typeof EpubLandmark>

export const EpubChapterSummary = z.object({
  path: text,
  /** The step to the chapter in the package, such as '/6/4[chap01]', before the '!' of a CFI. */
  cfi: text,
  title: textIfAny,
  wordCount: z.int(),
  /** In UTF-16 units. */
  textLength: z.int(),
  isLinear: z.boolean(),
  layout: z.enum(LAYOUTS),
  spread: z.enum(SPREADS),
  flow: z.enum(FLOWS),
  side: z.nullable(z.enum(SIDES)),
  /** Whether its chapter is read aloud by a person. */
  isNarrated: z.optional(z.boolean()),
  /** The size of a fixed page, in CSS pixels. */
  page: z.nullable(z.object({ width: z.number(), height: z.number() })),
})
export type EpubChapterSummary = z.infer<typeof EpubChapterSummary>

/** `hash` is the SHA-256 of the file that is served. */
export const EpubResource = z.object({ path: text, type: text, bytes: z.int(), hash: text })
export type EpubResource = z.infer<typeof EpubResource>

/** What was left out of the book or changed, in a sentence for its author. */
export const EpubFinding = z.object({
  kind: z.enum(['archive', 'chapter', 'file', 'script', 'style', 'form', 'frame', 'remote', 'missing']),
  path: textIfAny,
  text,
})
export type EpubFinding = z.infer<typeof EpubFinding>

export const EpubManifest = z.object({
  metadata: EpubMetadata,
  /** Null where the languages decide. */
  direction: z.nullable(z.enum(['ltr', 'rtl'])),
  layout: z.enum(LAYOUTS),
  contents: z.array(EpubContentsEntry),
  /** The pages of the printed edition. */
  pageList: z.array(EpubPlace),
  landmarks: z.array(EpubLandmark),
  chapters: z.array(EpubChapterSummary),
  resources: z.array(EpubResource),
  /** The path of a resource. */
  cover: textIfAny,
  findings: z.array(EpubFinding),
})
export type EpubManifest = z.infer<typeof EpubManifest>

/** A part of a recording that is heard for the element of a chapter with this id. Times are in seconds; no end is that of the recording. */
export const EpubNarration = z.object({ id: text, path: text, begin: z.number(), end: z.nullable(z.number()) })
export type EpubNarration = z.infer<typeof EpubNarration>

/** A style sheet: a resource by its path, or one of the chapter's own. Addresses in it are `url(book:PATH)`. */
export const EpubStylesheet = z.object({ path: textIfAny, css: textIfAny, media: textIfAny })
export type EpubStylesheet = z.infer<typeof EpubStylesheet>

/**
 * A chapter as a reader shows it. `xhtml` is well-formed, runs nothing and loads nothing: what it shows and where it
 * leads is in data attributes (see server/formats/epub/write-attributes.ts).
 */
export const EpubChapter = z.object({
  path: text,
  cfi: text,
  title: textIfAny,
  /** The element from which CFIs count: the root, or, for a chapter that is an SVG file, the `svg` in the body. */
  root: z.enum(['xhtml', 'svg']),
  xhtml: text,
  /** In their order. */
  stylesheets: z.array(EpubStylesheet),
  /** The paths of all that the chapter and its style sheets show. */
  resources: z.array(text),
  /** By the rule of chapter-text.ts. */
  text,
  wordCount: z.int(),
  /** Read aloud by a person, where the book has that. */
  narration: z.optional(z.array(EpubNarration)),
})
export type EpubChapter = z.infer<typeof EpubChapter>
