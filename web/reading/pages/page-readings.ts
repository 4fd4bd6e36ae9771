import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { foldText } from '#contract/shapes/fold-text.ts'
import { type PackedLine, textOfLines, textRunsOf, type TextRun, unpackLines } from '#contract/shapes/page-reading.ts'
import { plainLetters } from '#contract/shapes/plain-letters.ts'

type Stream = ReturnType<PDFPageProxy['streamTextContent']>
type TextOptions = NonNullable<Parameters<PDFPageProxy['streamTextContent']>[0]>
interface Chunk {
  items: object[]
  styles: object
  lang: string | null
}

const FONT = 'reading'
const STYLES = { [FONT]: { ascent: 0.9, descent: -0.2, vertical: false, fontFamily: 'sans-serif' } }

/** A search asks for the text of one page after the other: meanwhile the worker reads the next ones. */
const PAGES_AHEAD = 3

const ownStreams = new WeakMap<PDFPageProxy, PDFPageProxy['streamTextContent']>()

/** The words of a page: those that the server has read, or what pdf.js finds, until it is used. */
interface Choice {
  lines?: PackedLine[] | undefined
  drawn?: Chunk[]
}

type Choose = () => Promise<Choice>

/**
 * Lets pages have the words that the server has read of them wherever pdf.js finds others: in its text layer and its search, and
 * so in marks, passages and the voice. `load` resolves to undefined where the server has none.
 */
export const addReadings = (pdf: PDFDocumentProxy, load: (page: number) => Promise<PackedLine[] | undefined>) => {
  const getPage = pdf.getPage.bind(pdf)
  const choices = new Map<number, Choose>()
  const read = async (number: number) => {
    if (number > pdf.numPages) return
    await pdf.getPage(number)
    await choices.get(number)?.()
  }
  const readAhead = (from: number) => {
    for (let ahead = 1; ahead <= PAGES_AHEAD; ahead += 1) read(from + ahead).catch(() => undefined)
  }
  pdf.getPage = async (number) => {
    const page = await getPage(number)
    if (!choices.has(number)) {
      const choose = addReading(page, {
        load: () => load(number),
        readAhead: () => readAhead(number),
      })
      choices.set(number, choose)
    }
    return page
  }
}

/** The runs of text as pdf.js finds them, which tell where letters are drawn. */
export const readDrawnText = async (page: PDFPageProxy): Promise<object[]> =>
  (await readDrawn(page)).flatMap(({ items }) => items)

const AS_SEARCHED = { disableNormalization: true }

const readDrawn = async (page: PDFPageProxy): Promise<Chunk[]> => {
  const stream = ownStreams.get(page) ?? page.streamTextContent.bind(page)
  const chunks: Chunk[] = []
  for await (const chunk of chunksOf(stream(AS_SEARCHED))) chunks.push(chunk)
  return chunks
}

interface Reading {
  load: () => Promise<PackedLine[] | undefined>
  readAhead: () => void
}

const addReading = (page: PDFPageProxy, { load, readAhead }: Reading): Choose => {
  const own = page.streamTextContent.bind(page)
  const ownTree = page.getStructTree.bind(page)
  ownStreams.set(page, own)
  let choosing: Promise<Choice> | undefined
  const choose = () => (choosing ??= chooseLines(page, load).catch((): Choice => ({})))
  const textOf = async function* (options: TextOptions): AsyncGenerator<Chunk> {
    const choice = choose()
    if (isAsSearched(options)) readAhead()
    const { lines, drawn } = await choice
    // What pdf.js found is not kept any longer: thousands of pages may be searched.
    choosing = Promise.resolve({ lines })
    if (lines) yield { items: textRunsOf(unpackLines(lines), FONT), styles: STYLES, lang: null }
    else if (drawn && isAsSearched(options)) yield* drawn
    else yield* chunksOf(own(options))
  }
  page.streamTextContent = (options = {}) =>
    new ReadableStream<Chunk>({
      start: async (controller) => {
        for await (const chunk of textOf(options)) controller.enqueue(chunk)
        controller.close()
      },
    }) as Stream
  // The structure that a file has of its text is one of pdf.js' runs.
  page.getStructTree = async () => ((await choose()).lines ? (null as never) : ownTree())
  return choose
}

const isAsSearched = ({ disableNormalization = false, includeMarkedContent = false }: TextOptions) =>
  disableNormalization === AS_SEARCHED.disableNormalization && !includeMarkedContent

/** The search of pdf.js joins words at the hyphen of keyboards alone. */
const UNJOINED = /\u2010\n/
const DIVIDED = /(\p{L})[-\u2010]\n(?=\p{Ll})/gu
const HYPHENATED = /(\p{L}[-\u2010])\n/gu

/** No lines where pdf.js finds the same words: its runs are of the same letters as the page, and have the file's structure. */
const chooseLines = async (page: PDFPageProxy, load: Reading['load']): Promise<Choice> => {
  const lines = await load()
  if (!lines || lines.length === 0) return {}
  const chunks = await readDrawn(page)
  const drawn = chunks.flatMap(({ items }) => items).filter((item): item is TextRun => 'str' in item)
  const text = drawn.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')
  return UNJOINED.test(text) || !haveSameWords(textOfLines(lines), text) ? { lines } : { drawn: chunks }
}

/** Folds only words that differ: a search asks this of all pages of a book. */
const haveSameWords = (some: string, others: string) => {
  const [words, otherWords] = [wordsOf(some), wordsOf(others)]
  const isSame = (word: string, at: number) => {
    const other = otherWords[at] ?? ''
    return word === other || foldText(word).text === foldText(other).text
  }
  return words.length === otherWords.length && words.every(isSame)
}

const wordsOf = (text: string) =>
  plainLetters(text.replaceAll(DIVIDED, '$1').replaceAll(HYPHENATED, '$1')).match(/\S+/g) ?? []

const chunksOf = async function* (stream: Stream): AsyncGenerator<Chunk> {
  const reader = (stream as ReadableStream<Chunk>).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}
