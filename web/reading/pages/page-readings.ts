import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { foldText } from '#contract/fold-text.ts'
import { type PackedLine, textRunsOf, type TextRun, unpackLines } from '#contract/page-reading.ts'
import { readPageText } from '#web/marks/page-text.ts'

type Stream = ReturnType<PDFPageProxy['streamTextContent']>
interface Chunk {
  items: object[]
  styles: object
  lang: string | null
}

const FONT = 'reading'
const STYLES = { [FONT]: { ascent: 0.9, descent: -0.2, vertical: false, fontFamily: 'sans-serif' } }

const ownStreams = new WeakMap<PDFPageProxy, PDFPageProxy['streamTextContent']>()

/**
 * Lets pages have the words that the server has read of them wherever pdf.js finds others: in its text layer and its search, and
 * so in marks, passages and the voice. `load` resolves to undefined where the server has none.
 */
export const addReadings = (pdf: PDFDocumentProxy, load: (page: number) => Promise<PackedLine[] | undefined>) => {
  const getPage = pdf.getPage.bind(pdf)
  pdf.getPage = async (number) => {
    const page = await getPage(number)
    if (!ownStreams.has(page)) addReading(page, () => load(number))
    return page
  }
}

/** The runs of text as pdf.js finds them, which tell where letters are drawn. */
export const readDrawnText = async (page: PDFPageProxy): Promise<object[]> => {
  const stream = ownStreams.get(page) ?? page.streamTextContent.bind(page)
  const items: object[] = []
  for await (const chunk of chunksOf(stream({ disableNormalization: true }))) items.push(...chunk.items)
  return items
}

const addReading = (page: PDFPageProxy, load: () => Promise<PackedLine[] | undefined>) => {
  const own = page.streamTextContent.bind(page)
  const ownTree = page.getStructTree.bind(page)
  ownStreams.set(page, own)
  let choosing: Promise<TextRun[] | undefined> | undefined
  const chosen = () => (choosing ??= chooseRuns(page, load).catch(() => undefined))
  page.streamTextContent = (options) =>
    new ReadableStream<Chunk>({
      start: async (controller) => {
        const runs = await chosen()
        if (runs) controller.enqueue({ items: runs, styles: STYLES, lang: null })
        else for await (const chunk of chunksOf(own(options))) controller.enqueue(chunk)
        controller.close()
      },
    }) as Stream
  // The structure that a file has of its text is one of pdf.js' runs.
  page.getStructTree = async () => ((await chosen()) ? (null as never) : ownTree())
}

/** The search of pdf.js joins words at the hyphen of keyboards alone. */
const UNJOINED = /\u2010\n/

/** Undefined where pdf.js finds the same words: its runs are of the same letters as the page, and have the file's structure. */
const chooseRuns = async (page: PDFPageProxy, load: () => Promise<PackedLine[] | undefined>) => {
  const lines = await load()
  if (!lines || lines.length === 0) return undefined
  const runs = textRunsOf(unpackLines(lines), FONT)
  const drawn = (await readDrawnText(page)).filter((item): item is TextRun => 'str' in item)
  const isSame = wordsOf(runs) === wordsOf(drawn)
  return isSame && !UNJOINED.test(drawn.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''))
    ? undefined
    : runs
}

const wordsOf = (runs: readonly TextRun[]) => {
  const { text } = readPageText(runs.map(({ str, hasEOL }) => ({ text: str, endsLine: hasEOL })))
  return foldText(text).text.replaceAll(/ +/g, ' ').trim()
}

const chunksOf = async function* (stream: Stream): AsyncGenerator<Chunk> {
  const reader = (stream as ReadableStream<Chunk>).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}
