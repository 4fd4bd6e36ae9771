import { readDocumentTree } from '#server/formats/epub/html/read-document-tree.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { descendantsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'

const DRAWING = /kindle:flow:([\da-v]{1,8})\?mime=image/i
const PICTURE = /kindle:embed:([\da-v]{1,8})/i
/** The base of the numbers in the addresses of a book. */
export const RADIX = 32

export const pictureNumber = (text: string): number | undefined => {
  const [, number] = PICTURE.exec(text) ?? []
  return number === undefined ? undefined : parseInt(number, RADIX)
}

/** The most characters of the words of all drawings: the same one may be shown again and again. */
const MAX_WORDS = 1024 * 1024

interface Drawing {
  picture: number | undefined
  words: readonly string[]
}

/**
 * What is in a drawing (SVG), of which KindleGen and calibre make a flow: it often only holds a picture that fills the page, and
 * may have words.
 */
export const openDrawings = (flows: readonly Buffer[]): ((address: string) => Drawing | undefined) => {
  const known = new Map<number, Drawing>()
  let length = 0
  return (address) => {
    const [, digits] = DRAWING.exec(address) ?? []
    if (digits === undefined) return undefined
    const flow = parseInt(digits, RADIX)
    const drawing = known.get(flow) ?? readDrawing(flows[flow] ?? Buffer.alloc(0))
    known.set(flow, drawing)
    if (length <= MAX_WORDS) length += drawing.words.reduce((sum, line) => sum + line.length + 1, 0)
    return length > MAX_WORDS ? { ...drawing, words: [] } : drawing
  }
}

const readDrawing = (bytes: Buffer): Drawing => {
  const source = bytes.toString('utf8')
  return { picture: pictureNumber(source), words: /<(?:\w+:)?text\b/.test(source) ? wordsIn(source) : [] }
}

const wordsIn = (source: string): readonly string[] => {
  try {
    return linesOfDrawing(readDocumentTree(source))
  } catch (error) {
    if (error instanceof XmlError) return []
    throw error
  }
}

/** The words that are drawn, each text of it a line. */
export const linesOfDrawing = (drawing: XmlNode): readonly string[] =>
  descendantsOf(drawing, 'text')
    .map((text) => textOf(text).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
