import { PdfRejectedError } from './pdf-error.ts'
import { assertBoundedInflation, streamReader, unpackObjects } from './pdf-streams.ts'
import type { PdfStream } from './pdf-streams.ts'
import { follows, PdfTokenizer } from './pdf-tokenizer.ts'

const MAX_OBJECTS = 200_000
const MAX_DEPTH = 500
const MAX_UNENDED = 20

/**
 * Refuses a PDF in which any object, used or not, is active. With `streams` it also reads the objects inside object
 * streams, and refuses a stream that inflates without measure.
 */
export const assertNoActiveContent = async (pdf: Buffer, { streams }: { streams: boolean }): Promise<void> => {
  const budget = { objects: MAX_OBJECTS, unended: MAX_UNENDED }
  for (const at of eachTrailer(pdf)) readFrom(pdf, at, budget)
  let unpacked = 0
  for (const stream of eachStream(pdf, budget)) {
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

type Budget = { objects: number; unended: number }

const spend = (budget: Budget, what: keyof Budget) => {
  budget[what] -= 1
  if (budget[what] < 0) throw new PdfRejectedError('too_complex')
}

function* eachTrailer(pdf: Buffer): Generator<number> {
  for (let at = pdf.indexOf('trailer'); at !== -1; at = pdf.indexOf('trailer', at + 7)) yield at + 7
}

/** Reads the objects where they lie in the file, whatever its cross-references say, and yields those with a stream. */
function* eachStream(pdf: Buffer, budget: Budget): Generator<PdfStream> {
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

/** One that swallows the rest of the file, by a string left open, must not hide what follows: it ends where it began. */
const readFrom = (pdf: Buffer, at: number, budget: Budget): { parts: string[]; end: number } => {
  const tokens = new PdfTokenizer(pdf, at)
  const parts = readValue(tokens)
  if (tokens.at < pdf.length) return { parts, end: tokens.at }
  spend(budget, 'unended')
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

/** Reads one value, checks each dictionary in it, and returns the parts of the outermost one. */
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

/** Enough for a chain of filters; marked, so that they are not taken for the dictionary's own keys and values. */
const namesInArray = (parts: string[]): string[] =>
  parts.length > 16 ? [] : parts.filter((part) => part.startsWith('/')).map((name) => `[${name}`)

const ACTIONS = ['/JavaScript', '/Launch', '/SubmitForm', '/ImportData', '/RichMediaExecute']

/** An object that is nothing but such a name can only serve an action that hides its kind behind a reference. */
const assertNoActionName = (token: string): string[] => {
  if (ACTIONS.includes(token) || token === '/RichMedia') throw new PdfRejectedError('active')
  return []
}

/**
 * Goes by what stands next to what, not by pairs of key and value: readers differ on how they pair a broken dictionary
 * or choose between two equal keys. A name alone says nothing: a font, a destination or a tag may be called /Launch.
 */
const assertInactive = (parts: string[]): void => {
  const isAction = ACTIONS.some((action) => follows(parts, '/S', action)) && !isStructure(parts)
  const hasScript = follows(parts, '/JS', '(') || (parts.includes('/JS') && follows(parts, '/S', '/Rendition'))
  const isRichMedia = follows(parts, '/Subtype', '/RichMedia')
  const holds3dScript = parts.includes('/OnInstantiate')
  if (isAction || hasScript || isRichMedia || holds3dScript || hasXfa(parts)) throw new PdfRejectedError('active')
}

/** A paragraph style called 'JavaScript', in a book on it, becomes a structure element with that name as its /S. */
const isStructure = (parts: string[]): boolean =>
  ['/P', '/K'].some((key) => parts.includes(key)) && !ACTION_KEYS.some((key) => parts.includes(key))

const ACTION_KEYS = ['/JS', '/F', '/Win', '/Mac', '/Unix', '/Action']

const hasXfa = (parts: string[]): boolean => {
  const value = parts[parts.indexOf('/XFA') + 1]
  return parts.includes('/XFA') && value !== undefined && value !== 'null' && !value.startsWith('/')
}
