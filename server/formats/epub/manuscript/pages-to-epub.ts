import type { TextBlock } from '#contract/text-view.ts'
import type { PackedPages, PageMark, PagesToPack } from '#server/formats/book-format.ts'
import { attributeOf } from '#server/formats/epub/xml-tree.ts'
import { element, withoutControls } from './content.ts'
import { type Chapter, cutChapters, isPageBreak } from './cut-chapters.ts'
import type { Piece } from './manuscript.ts'
import { findPageNotes, type NoteReference } from './page-notes.ts'
import { firstChapterPart, jpegPicture, packEpub, wordsInCatalog } from './pack-epub.ts'
import { directionOfText, languageOfLetters } from './writing-direction.ts'

/** A chapter with more characters is cut at the end of a page. */
const CHAPTER_CHARACTERS = 150_000
const UNKNOWN_LANGUAGE = 'und'
const NOTICE =
  'This EPUB was made from the pages of a PDF by a program. It may have faults, such as words, headings or paragraphs that ' +
  'are wrong or out of order. The pictures of the PDF are missing, and its tables and formulas may have become lines of text.'

/** Makes an EPUB of the text view of a PDF; the same text and words give the same bytes. */
export const pagesToEpub = ({ blocks, pageCount, words, catalogued, cover }: PagesToPack): PackedPages => {
  const text = blocks.map((block) => block.text).join(' ')
  const { notes, references } = findPageNotes(blocks)
  const flowing = withoutTitle(blocks).filter((block) => !notes.has(block))
  const chapters = cutChapters(
    {
      parts: partsOf(flowing, references, pageCount),
      notes: new Map([...notes.values()].map((note) => [note.id, [element('p', {}, withBreaks(note.text))]])),
      noteMarks: new Map([...notes.values()].map(({ id, mark }) => [id, mark])),
    },
    (body) => `Page ${firstPage(body) ?? 1}`,
  )
  const { author, language, ...others } = words
  const own = {
    ...others,
    date: '',
    direction: null,
    modified: '',
    authors: author === '' ? [] : [author],
    language: language ?? (languageOfLetters(text) || UNKNOWN_LANGUAGE),
  }
  const file = packEpub({
    ...(catalogued ? wordsInCatalog(own, catalogued) : { words: own }),
    direction: directionOfText(text),
    cover: cover && jpegPicture(cover),
    chapters,
    pictures: new Map(),
    isDescribed: true,
    notice: NOTICE,
  })
  return { file, marks: chapters.flatMap((chapter, at) => marksOf(chapter, firstChapterPart(chapters) + at)) }
}

const marksOf = ({ children }: Chapter, part: number): PageMark[] => {
  const before: Record<string, number> = {}
  const elements = children.filter((child) => typeof child !== 'string')
  const nameAfter = (at: number) => elements.slice(at).find((one) => !isPageBreak(one))?.name
  return elements.flatMap((child, at) => {
    const mark = isPageBreak(child) ? [{ part, before: { ...before }, name: nameAfter(at) ?? child.name }] : []
    before[child.name] = (before[child.name] ?? 0) + 1
    return mark
  })
}

/** Without the one heading of the first level that the text begins with, which is the title, where others follow. */
const withoutTitle = (blocks: readonly TextBlock[]): readonly TextBlock[] => {
  const isTitle =
    blocks[0]?.kind === 'h2' &&
    blocks.filter(({ kind }) => kind === 'h2').length === 1 &&
    blocks.some(({ kind }) => kind === 'h3')
  return isTitle ? blocks.slice(1) : blocks
}

const LEVELS = ['h2', 'h3', 'h4'] as const

/** The kinds of headings at which chapters begin: down to the first level that has more than one. */
const cutsOf = (blocks: readonly TextBlock[]): ReadonlySet<TextBlock['kind']> => {
  const first = LEVELS.findIndex((level) => blocks.filter(({ kind }) => kind === level).length > 1)
  return new Set(LEVELS.slice(0, first + 1))
}

/** The text cut at its headings, with a mark where each page begins. */
const partsOf = (
  blocks: readonly TextBlock[],
  references: ReadonlyMap<TextBlock, NoteReference[]>,
  pageCount: number,
): Piece[][] => {
  const cuts = cutsOf(blocks)
  let part: Piece[] = []
  const parts = [part]
  /** The characters of the part that are not in headings: headings that follow each other begin one chapter. */
  let characters = 0
  let page = 0
  const markPages = (last: number) => {
    for (; page < last; page += 1) part.push(pageBreak(page + 1))
  }
  for (const block of blocks) {
    const isFull = characters > CHAPTER_CHARACTERS && block.page > page
    if ((cuts.has(block.kind) && characters > 0) || isFull) {
      part = []
      parts.push(part)
      characters = 0
    }
    markPages(block.page)
    part.push(toElement(block, references.get(block) ?? []))
    if (!cuts.has(block.kind)) characters += block.text.length
  }
  markPages(pageCount)
  return parts
}

const toElement = ({ kind, text }: TextBlock, references: readonly NoteReference[]): Piece => {
  if (kind === 'code')
    return element('pre', {}, [element('code', {}, [text.split('\n').map(withoutControls).join('\n')])])
  let from = 0
  const pieces = references
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ start, end, id }) => {
      const before = withBreaks(text.slice(from, start))
      from = end
      return [...before, element('a', { href: `#${id}` }, [text.slice(start, end)])]
    })
  return element(kind, {}, [...pieces, ...withBreaks(text.slice(from))])
}

const withBreaks = (text: string): Piece[] =>
  text
    .split('\n')
    .map(withoutControls)
    .flatMap((line, at) => (at === 0 ? [line] : [element('br', {}, []), line]))

const pageBreak = (page: number): Piece =>
  element(
    'span',
    { id: `page${page}`, 'epub:type': 'pagebreak', role: 'doc-pagebreak', 'aria-label': String(page) },
    [],
  )

const firstPage = (body: Piece[]): string | undefined => {
  const first = body.find(isPageBreak)
  return first && typeof first !== 'string' ? attributeOf(first, 'aria-label') : undefined
}
