import { PdfRejectedError } from './pdf-error.ts'
import { assertBoundedInflation, streamReader, unpackObjects } from './pdf-streams.ts'
import type { PdfStream } from './pdf-streams.ts'
import { follows, PdfTokenizer } from './pdf-tokenizer.ts'

const MAX_OBJECTS = 200_000
const MAX_DEPTH = 500
const MAX_UNTERMINATED = 20

/**
 * Rejects a PDF in which any object, referenced or not, is active content. With `streams` it also reads the objects in
 * object streams, and rejects a stream that inflates beyond the limit.
 */
export const assertNoActiveContent = async (pdf: Buffer, { streams }: { streams: boolean }): Promise<void> => {
  const budget = { objects: MAX_OBJECTS, unterminated: MAX_UNTERMINATED }
  for (const at of trailerOffsets(pdf)) readFrom(pdf, at, budget)
  let unpacked = 0
  for (const stream of scanStreams(pdf, budget)) {
    if (!streams) continue
    if (follows(stream.dictionary, '/Type', '/ObjStm')) {
      const objects = await unpackObjects(stream, unpacked)
      unpacked += objects.length
      readPacked(objects, budget)
      continue
    }
    await assertBoundedInflation(stream)
  }
}

type Budget = { objects: number; unterminated: number }

const spend = (budget: Budget, what: keyof Budget) => {
  budget[what] -= 1
  if (budget[what] < 0) throw new PdfRejectedError('too_complex')
}

function* trailerOffsets(pdf: Buffer): Generator<number> {
  for (let at = pdf.indexOf('trailer'); at !== -1; at = pdf.indexOf('trailer', at + 7)) yield at + 7
}

/** Scans the file for objects without using its cross-references, and yields those with a stream. */
function* scanStreams(pdf: Buffer, budget: Budget): Generator<PdfStream> {
  const streamAt = streamReader(pdf)
  let at = nextObject(pdf, 0)
  while (at !== -1) {
    spend(budget, 'objects')
    const { parts, end } = readFrom(pdf, at, budget)
    const tokens = new PdfTokenizer(pdf, end)
    const stream = tokens.next() === 'stream' ? streamAt(tokens.at, parts) : undefined
    if (stream) yield stream
    at = nextObject(pdf, stream ? stream.end : end)
  }
}

/** An object that runs to the end of the file, by an unclosed string, must not hide others: the scan goes on after its start. */
const readFrom = (pdf: Buffer, at: number, budget: Budget): { parts: string[]; end: number } => {
  const tokens = new PdfTokenizer(pdf, at)
  const parts = readValue(tokens)
  if (tokens.at < pdf.length) return { parts, end: tokens.at }
  spend(budget, 'unterminated')
  return { parts, end: at }
}

const nextObject = (pdf: Buffer, from: number): number => {
  for (let at = pdf.indexOf('obj', from); at !== -1; at = pdf.indexOf('obj', at + 3)) {
    if (/\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*$/.test(pdf.toString('latin1', Math.max(0, at - 32), at))) return at + 3
  }
  return -1
}

const readPacked = (objects: Buffer, budget: Budget): void => {
  const tokens = new PdfTokenizer(objects)
  while (tokens.at < objects.length) if (readValue(tokens).length > 0) spend(budget, 'objects')
}

/** Parses one value, checks each dictionary in it, and returns the tokens of the outermost one. */
const readValue = (tokens: PdfTokenizer): string[] => {
  const open: string[][] = []
  for (;;) {
    const token = tokens.next()
    if (token === '' || token === 'endobj') {
      for (const unclosed of open) assertInactive(unclosed)
      return []
    }
    if (token === '<<' || token === '[') {
      open.push([])
      if (open.length > MAX_DEPTH) throw new PdfRejectedError('too_complex')
      continue
    }
    const inner = open.at(-1)
    if (token !== '>>' && token !== ']') {
      if (inner) inner.push(token)
      else return assertNoActionName(token)
      continue
    }
    if (!inner) return []
    if (token === '>>') assertInactive(inner)
    open.pop()
    if (open.length === 0) return token === '>>' ? inner : []
    open.at(-1)?.push(token, ...(token === ']' ? namesInArray(inner) : []))
  }
}

/** The names in an array, enough for a chain of filters. Marked with '[', so that they differ from keys and values. */
const namesInArray = (parts: string[]): string[] =>
  parts.length > 16 ? [] : parts.filter((part) => part.startsWith('/')).map((name) => `[${name}`)

const ACTIONS = ['/JavaScript', '/Launch', '/SubmitForm', '/ImportData', '/RichMediaExecute']

/** An object that is only such a name serves an action whose type is an indirect reference. */
const assertNoActionName = (token: string): string[] => {
  if (ACTIONS.includes(token) || token === '/RichMedia') throw new PdfRejectedError('active')
  return []
}

/**
 * Compares neighbouring tokens and not key-value pairs: viewers differ in how they pair a broken dictionary and in which
 * of two equal keys they use. A name alone is harmless: a font, a destination or a tag may be called /Launch.
 */
const assertInactive = (parts: string[]): void => {
  const isAction = ACTIONS.some((action) => follows(parts, '/S', action)) && !isStructure(parts)
  const hasScript = follows(parts, '/JS', '(') || (parts.includes('/JS') && follows(parts, '/S', '/Rendition'))
  const isRichMedia = follows(parts, '/Subtype', '/RichMedia')
  const holds3dScript = parts.includes('/OnInstantiate')
  if (isAction || hasScript || isRichMedia || holds3dScript || hasXfa(parts)) throw new PdfRejectedError('active')
}

/** A paragraph style called 'JavaScript', in a book about it, becomes a structure element with that name as its /S. */
const isStructure = (parts: string[]): boolean =>
  ['/P', '/K'].some((key) => parts.includes(key)) && !ACTION_KEYS.some((key) => parts.includes(key))

const ACTION_KEYS = ['/JS', '/F', '/Win', '/Mac', '/Unix', '/Action']

const hasXfa = (parts: string[]): boolean => {
  const value = parts[parts.indexOf('/XFA') + 1]
  return parts.includes('/XFA') && value !== undefined && value !== 'null' && !value.startsWith('/')
}
