import { isAddress, isUnsafeAddress, isUnsafeFile, TARGET_KEYS } from './link-targets.ts'
import { PdfRejectedError } from './pdf-error.ts'
import { assertBoundedInflation, streamReader, unpackObjects } from './pdf-streams.ts'
import type { PdfStream } from './pdf-streams.ts'
import { follows, PdfTokenizer, valuesOf } from './pdf-tokenizer.ts'

const MAX_OBJECTS = 200_000
const MAX_DEPTH = 500
const MAX_UNTERMINATED = 20

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

/** What is left of each limit, and what is only active together with another object. */
const newScan = (readsStrings: boolean) => ({
  readsStrings,
  objects: MAX_OBJECTS,
  unterminated: MAX_UNTERMINATED,
  /** An object is only the name of an action, and a dictionary names its type by reference. */
  hasBareActionName: false,
  hasIndirectType: false,
  /** Objects that are strings with unsafe targets, and those that links refer to. */
  unsafeStrings: new Set<string>(),
  targets: [] as string[],
  /** Objects that hold actions which run without a click. */
  automatic: new Set<string>(),
})

type Scan = ReturnType<typeof newScan>

const spend = (scan: Scan, what: 'objects' | 'unterminated') => {
  scan[what] -= 1
  if (scan[what] < 0) throw new PdfRejectedError('too_complex')
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

/** A dictionary or array that is being read: its tokens, the key of which it is the value, and the keys around it. */
interface Container {
  parts: string[]
  key: string
  isAutomatic: boolean
  isPrinterHint: boolean
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
      if (!inner) return noteBareValue(token, tokens, scan, place)
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

const AUTOMATIC_KEYS = ['/OpenAction', '/AA']

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

/** The actions that are never accepted, each with the keys without which it does nothing. */
const ACTIONS: Record<string, string[]> = {
  '/JavaScript': ['/JS'],
  '/Launch': ['/F', '/Win', '/Mac', '/Unix'],
  '/SubmitForm': ['/F'],
  '/ImportData': ['/F'],
  '/RichMediaExecute': ['/TA', '/CMD'],
}
const ACTION_KEYS = Object.values(ACTIONS).flat()

/** A dictionary without one of these is harmless. */
const CHECKED_KEYS = new Set([
  ...['/S', '/JS', '/Subtype', '/XFA', '/OnInstantiate', '/OpenAction', '/AA'],
  ...['/F', '/UF', '/DOS', '/Mac', '/Unix', '/URI', '/Base', '/FS'],
])

/** A name or string that is an object by itself serves the dictionary that refers to it. */
const noteBareValue = (token: string, tokens: PdfTokenizer, scan: Scan, { number }: Place): string[] => {
  if (Object.hasOwn(ACTIONS, token) || token === '/RichMedia') scan.hasBareActionName = true
  if (token === '(' && scan.readsStrings && number !== undefined && isUnsafeFile(tokens.lastString()))
    scan.unsafeStrings.add(number)
  return []
}

/**
 * Compares neighbouring tokens and not key-value pairs: viewers differ in how they pair a broken dictionary and in which
 * of two equal keys they use. A name alone is harmless: a font, a destination or a tag may be called /Launch.
 */
const checkDictionary = (dictionary: Container, scan: Scan): void => {
  const { parts } = dictionary
  if (!dictionary.isAutomatic && !parts.some((part) => CHECKED_KEYS.has(part))) return
  const isActive = isAction(parts) || isMedium(parts) || hasXfa(parts)
  const leaves = dictionary.isAutomatic && leavesFile(parts)
  if (isActive || leaves || hasUnsafeTarget(dictionary)) throw new PdfRejectedError('active')
  const isTyped = ACTION_KEYS.some((key) => parts.includes(key)) && valuesOf(parts, '/S').some(isNumber)
  if (isTyped || valuesOf(parts, '/Subtype').some(isNumber)) scan.hasIndirectType = true
  for (const key of ['/F', '/UF', '/URI']) scan.targets.push(...referencesOf(parts, key))
  for (const key of AUTOMATIC_KEYS) noteAutomatic(referencesOf(parts, key), scan)
  if (dictionary.isAutomatic)
    noteAutomatic(parts.includes('/S') ? referencesOf(parts, '/Next') : referencesIn(parts), scan)
}

const noteAutomatic = (numbers: string[], scan: Scan) => {
  for (const number of numbers) scan.automatic.add(number)
}

const isAction = (parts: string[]): boolean =>
  (parts.includes('/S') && valuesOf(parts, '/S').some((type) => ACTIONS[type]?.some((key) => parts.includes(key)))) ||
  (parts.includes('/JS') && (follows(parts, '/JS', '(') || follows(parts, '/S', '/Rendition')))

/** Rich media, and a three-dimensional scene with a script. */
const isMedium = (parts: string[]): boolean =>
  follows(parts, '/Subtype', '/RichMedia') || valuesOf(parts, '/OnInstantiate').some(isNumber)

/** Viewers differ in which of several /XFA they use. */
const hasXfa = (parts: string[]): boolean =>
  valuesOf(parts, '/XFA').some((value) => value === ']' || value === '>>' || isNumber(value))

/** An action that opens an address or another file. */
const leavesFile = (parts: string[]): boolean =>
  follows(parts, '/S', '/URI') ||
  follows(parts, '/S', '/GoToR') ||
  (parts.includes('/F') && valuesOf(parts, '/S').some((type) => ['/GoToE', '/Thread'].includes(type) || isNumber(type)))

/**
 * A link or a file specification that leads to the disk or to the network. Excepted are the names of attachments, and
 * of the images that a printer is to insert.
 */
const hasUnsafeTarget = ({ parts, key, isPrinterHint }: Container): boolean => {
  if (parts.includes('/EF') || isPrinterHint) return false
  const isLink = parts.includes('/S') && !follows(parts, '/S', '/MCD')
  const names = ['/F', '/UF', '/DOS', '/Mac', '/Unix', ...(follows(parts, '/S', '/MCD') ? ['/D'] : [])].flatMap(
    (name) => stringsOf(parts, name),
  )
  const isRemote = names.some(isAddress) || follows(parts, '/FS', '/URL')
  return (
    names.some(isUnsafeFile) ||
    [...stringsOf(parts, '/URI'), ...stringsOf(parts, '/Base')].some(isUnsafeAddress) ||
    (isRemote && !isLink && key !== '/F')
  )
}

/** A stream whose data, or a form whose content, is in another file. */
const assertNotExternal = ({ dictionary }: PdfStream): void => {
  const isElsewhere = ['/F', '/Ref'].some((key) =>
    valuesOf(dictionary, key).some((value) => value.startsWith('(') || value === '>>' || isNumber(value)),
  )
  if (isElsewhere) throw new PdfRejectedError('active')
}

const isNumber = (token: string) => /^\d+$/.test(token)

const stringsOf = (parts: string[], key: string): string[] =>
  valuesOf(parts, key)
    .filter((value) => value.startsWith('('))
    .map((value) => value.slice(1))

/** The numbers of the objects that are referred to as values of a key. */
const referencesOf = (parts: string[], key: string): string[] => {
  const numbers: string[] = []
  for (let at = parts.indexOf(key); at !== -1; at = parts.indexOf(key, at + 1)) {
    const number = parts[at + 1] ?? ''
    if (parts[at + 3] === 'R' && isNumber(number)) numbers.push(number)
  }
  return numbers
}

const referencesIn = (parts: string[]): string[] =>
  parts.flatMap((part, at) => (part === 'R' ? [parts[at - 2] ?? ''] : [])).filter(isNumber)
