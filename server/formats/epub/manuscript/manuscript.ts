import type { XmlNode } from '#server/formats/epub/xml-tree.ts'

export type Piece = XmlNode | string

/** A picture in a manuscript, of a type that every reader shows. */
export interface Picture {
  bytes: Uint8Array
  type: string
  /** Without a dot. */
  extension: string
}

/** What a manuscript says of itself. Empty where it says nothing. */
export interface Words {
  title: string
  subtitle: string
  /** As the title page shows it, in any words. */
  date: string
  authors: string[]
  /** A language tag. */
  language: string
  description: string
  /** Null where the letters decide. */
  direction: 'ltr' | 'rtl' | null
  /** An ISO date and time. */
  modified: string
  /** What only files that are books already say. */
  more?: MoreWords
}

/** What a book says beside that. Empty where it says nothing. */
export interface MoreWords {
  series: { name: string; position: string } | undefined
  publisher: string
  isbn: string
  subjects: string[]
  /** A year, a month or a day. */
  published: string
}

/** A line of the contents that a book has beside its headings. */
export interface ContentsPlace {
  /** From 1. */
  level: number
  label: string
  /** The id of the element in the text that it leads to. */
  id: string
}

/** A manuscript in any format, as XHTML that is not cleaned yet. */
export interface Manuscript {
  words: Words
  /** The content of each of its files, of which each begins a chapter. */
  parts: Piece[][]
  /** The content of footnotes and endnotes by the ids that links to them have. */
  notes: ReadonlyMap<string, Piece[]>
  /** The marks that notes have in place of numbers, by their ids. */
  noteMarks?: ReadonlyMap<string, string>
  /** In place of those that its headings are. */
  contents?: ContentsPlace[] | undefined
  /** What stands before its text in the styles of a title and a subtitle. Later paragraphs may have the style of a title as well. */
  front?: { title: string; subtitle: string; hasLaterTitle: boolean }
  /** By the `src` of its images. */
  pictures: ReadonlyMap<string, Picture>
  /** The one on its cover, which need not be in the text. */
  cover?: Picture | undefined
  /** The text of its files as it is written there, of Markdown, without what they say of the book. */
  written?: string
  /** What was changed or left out, in a sentence each. */
  findings: string[]
}

/** What the form says of the book, in place of what the manuscript says. */
export interface KnownWords {
  title?: string | undefined
  author?: string | undefined
  language?: string | undefined
  description?: string | undefined
  /** Paragraphs that look like the titles of chapters are such, in a manuscript without headings. */
  chaptersByLooks?: boolean | undefined
}
