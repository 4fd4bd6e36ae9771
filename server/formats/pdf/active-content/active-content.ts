import {
  assertNotExternal,
  AUTOMATIC_KEYS,
  checkDictionary,
  type Container,
  noteBareValue,
  referencesIn,
} from './check-dictionary.ts'
import { newScan, noteAutomatic, type Scan, spend } from './content-scan.ts'
import { TARGET_KEYS } from './link-targets.ts'
import { PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'
import { assertBoundedInflation, streamReader, unpackObjects } from './pdf-streams.ts'
import type { PdfStream } from './pdf-streams.ts'
import { follows, PdfTokenizer } from './pdf-tokenizer.ts'

const MAX_DEPTH = 500

interface Options {
  /** Also reads the objects in object streams, and rejects a stream that inflates beyond the limit. */
  streams: boolean
  /** The strings are not encrypted. */
  strings: boolean
}

/**
 * Rejects a PDF in which any object, referenced or not, is active content: a script, an action that starts programs or
 * sends data, anything that leaves the file without a click, and a link to the disk or to a network share.
 */
export const assertNoActiveContent = async (pdf: Buffer, { streams, strings }: Options): Promise<void> => {
  const scan = newScan(strings)
  for (const at of trailerOffsets(pdf)) readFrom(pdf, at, scan)
  let unpacked = 0
  for (const stream of scanStreams(pdf, scan)) {
    assertNotExternal(stream)
    if (!streams) continue
    if (follows(stream.dictionary, '/Type', '/ObjStm')) {
      const { objects } = await unpackObjects(stream, unpacked)
      unpacked += objects.length
      readPacked(objects, scan)
      continue
    }
    await assertBoundedInflation(stream)
  }
  readAutomaticObjects(pdf, scan)
  const isIndirectlyActive = scan.hasBareActionName && scan.hasIndirectType
  if (isIndirectlyActive || scan.targets.some((number) => scan.unsafeStrings.has(number)))
    throw new PdfRejectedError('active')
}

function* trailerOffsets(pdf: Buffer): Generator<number> {
  for (let at = pdf.indexOf('trailer'); at !== -1; at = pdf.indexOf('trailer', at + 7)) yield at + 7
}

/** Scans the file for objects without using its cross-references, and yields those with a stream. */
function* scanStreams(pdf: Buffer, scan: Scan): Generator<PdfStream> {
  const streamAt = streamReader(pdf)
  let object = nextObject(pdf, 0)
  while (object) {
    spend(scan, 'objects')
    const { parts, end } = readFrom(pdf, object.at, scan, { number: object.number })
    const tokens = new PdfTokenizer(pdf, end)
    const stream = tokens.next() === 'stream' ? streamAt(tokens.at, parts) : undefined
    if (stream) yield stream
    object = nextObject(pdf, stream ? stream.end : end)
  }
}

interface Place {
  /** The number of the object, where it is known. */
  number?: string
  /** It holds actions that run without a click. */
  isAutomatic?: boolean
}

/** An object that runs to the end of the file, by an unclosed string, must not hide others: the scan goes on after its start. */
const readFrom = (pdf: Buffer, at: number, scan: Scan, place: Place = {}): { parts: string[]; end: number } => {
  const tokens = new PdfTokenizer(pdf, at)
  const parts = readValue(tokens, scan, place)
  if (tokens.at < pdf.length) return { parts, end: tokens.at }
  spend(scan, 'unterminated')
  return { parts, end: at }
}

/** The number of the next object and where its value begins. */
export const nextObject = (pdf: Buffer, from: number): { number: string; at: number; start: number } | undefined => {
  for (let at = pdf.indexOf('obj', from); at !== -1; at = pdf.indexOf('obj', at + 3)) {
    const before = pdf.toString('latin1', Math.max(0, at - 32), at)
    const [head, number] = /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*$/.exec(before) ?? []
    if (head !== undefined && number !== undefined) return { number, at: at + 3, start: at - head.length }
  }
  return undefined
}

const readPacked = (objects: Buffer, scan: Scan): void => {
  const tokens = new PdfTokenizer(objects)
  while (tokens.at < objects.length) if (readValue(tokens, scan).length > 0) spend(scan, 'objects')
}

/** Reads the objects again that hold actions which run without a click, and those that they lead to. */
const readAutomaticObjects = (pdf: Buffer, scan: Scan): void => {
  if (scan.automatic.size === 0) return
  const offsets = new Map<string, number[]>()
  for (let object = nextObject(pdf, 0); object; object = nextObject(pdf, object.at))
    offsets.set(object.number, (offsets.get(object.number) ?? []).concat(object.at))
  // The set grows while it is read.
  for (const number of scan.automatic) {
    spend(scan, 'objects')
    for (const at of offsets.get(number) ?? []) readFrom(pdf, at, scan, { number, isAutomatic: true })
  }
}

/** Parses one value, checks each dictionary in it, and returns the tokens of the outermost one. */
const readValue = (tokens: PdfTokenizer, scan: Scan, place: Place = {}): string[] => {
  const open: Container[] = []
  for (;;) {
    const token = tokens.next()
    const inner = open.at(-1)
    if (token === '' || token === 'endobj') {
      for (const unclosed of open) checkDictionary(unclosed, scan)
      return []
    }
    if (token === '<<' || token === '[') {
      open.push(openContainer(inner, place))
      if (open.length > MAX_DEPTH) throw new PdfRejectedError('too_complex')
      continue
    }
    if (token !== '>>' && token !== ']') {
      if (!inner) {
        noteBareValue(token, tokens, scan, place.number)
        return []
      }
      const isTarget = token === '(' && scan.readsStrings && TARGET_KEYS.has(inner.parts.at(-1) ?? '')
      inner.parts.push(isTarget ? `(${tokens.lastString()}` : token)
      continue
    }
    if (!inner) return []
    if (token === '>>') checkDictionary(inner, scan)
    else if (inner.isAutomatic && inner.key === '/Next') noteAutomatic(referencesIn(inner.parts), scan)
    open.pop()
    if (open.length === 0) return token === '>>' ? inner.parts : []
    open.at(-1)?.parts.push(token, ...(token === ']' ? namesInArray(inner.parts) : []))
  }
}

const openContainer = (parent: Container | undefined, { isAutomatic = false }: Place): Container => {
  const last = parent?.parts.at(-1) ?? ''
  const key = parent && last.startsWith('/') ? last : (parent?.key ?? '')
  return {
    parts: [],
    key,
    isAutomatic: (parent?.isAutomatic ?? isAutomatic) || AUTOMATIC_KEYS.includes(key),
    isPrinterHint: (parent?.isPrinterHint ?? false) || key === '/OPI',
  }
}

/** The names in an array, enough for a chain of filters. Marked with '[', so that they differ from keys and values. */
const namesInArray = (parts: string[]): string[] =>
  parts.length > 16 ? [] : parts.filter((part) => part.startsWith('/')).map((name) => `[${name}`)
