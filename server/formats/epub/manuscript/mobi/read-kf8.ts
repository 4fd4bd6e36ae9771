import { asciiAt, damaged, MAX_DOCUMENTS, number32, slice, tooComplex } from './bytes.ts'
import { openDrawings, pictureNumber, RADIX } from './drawings.ts'
import { markPlaces } from './mark-places.ts'
import type { MobiEntry } from './mobi-contents.ts'
import type { Attributes, MobiDocument, MobiText } from './mobi-document.ts'
import type { MobiHeader } from './mobi-header.ts'
import { readMobiIndex } from './read-indx-records.ts'
import type { PalmDatabase } from './palm-database.ts'

const MAX_FLOWS = 10_000
/** Bytes that are moved to put fragments together. */
const MAX_MOVED = 1024 * 1024 * 1024
const MAX_STYLES = 64
const MAX_CSS = 512 * 1024
const POSITION = /kindle:pos:fid:([\da-v]{1,8}):off:([\da-v]{1,10})/gi
/** A style sheet. */
const FLOW = /kindle:flow:([\da-v]{1,8})(?![\da-v]|\?mime=image)/gi

/** A file of the book, and where it begins in all of them. */
interface File {
  begin: number
  bytes: Buffer
}

/** The text of a book of the newer kind (KF8): its chapters, in skeletons and the fragments in them, then its styles. */
export const readKf8 = (
  text: Buffer,
  { file, header, entries }: { file: PalmDatabase; header: MobiHeader; entries: readonly MobiEntry[] },
): MobiText => {
  const flows = readFlows(text, file, header)
  const { files, insertedAt } = readFiles(flows[0] ?? damaged(), file, header)
  const placeOf = (fragment: number, offset: number) => {
    const begin = insertedAt[fragment]
    return begin === undefined ? undefined : begin + offset
  }
  const sources = files.map(({ bytes }) => bytes.toString('latin1'))
  const wanted = new Set<number>()
  for (const source of sources)
    for (const [, fragment = '', offset = ''] of source.matchAll(POSITION))
      wanted.add(placeOf(parseInt(fragment, RADIX), parseInt(offset, RADIX)) ?? -1)
  for (const { fragment } of entries) if (fragment) wanted.add(placeOf(fragment.at, fragment.offset) ?? -1)
  const inFiles = Map.groupBy(wanted, openPlaces(files))
  const ids = new Map<number, string>()
  const styles = openStyles(flows)
  const drawingAt = openDrawings(flows)
  const documents = files.map((one, at): MobiDocument => {
    const places = (inFiles.get(one) ?? []).map((place) => place - one.begin)
    const marked = markPlaces(one.bytes, places, `f${at}-`)
    for (const [place, id] of marked.ids) ids.set(place + one.begin, id)
    const named = [...(sources[at] ?? '').matchAll(FLOW)].map(([, number = '']) => parseInt(number, RADIX))
    return {
      source: header.decode(Buffer.from(marked.text, 'latin1')),
      styles: styles([...new Set(named)].slice(0, MAX_STYLES)),
    }
  })
  const idAt = (fragment: number, offset: number) => ids.get(placeOf(fragment, offset) ?? -1)
  return {
    documents,
    linkOf: (attributes) => {
      const href = attributes('href')
      POSITION.lastIndex = 0
      const [, fragment, offset] = POSITION.exec(href ?? '') ?? []
      if (fragment === undefined || offset === undefined) return href
      return `#${idAt(parseInt(fragment, RADIX), parseInt(offset, RADIX)) ?? ''}`
    },
    idOf: ({ fragment }) => (fragment ? idAt(fragment.at, fragment.offset) : undefined),
    pictureOf: (attributes) => {
      const address = addressOf(attributes)
      return pictureNumber(address) ?? drawingAt(address)?.picture
    },
    wordsOf: (attributes) => drawingAt(addressOf(attributes))?.words ?? [],
    contentsPage: undefined,
  }
}

/** Finds the file that holds a place. */
const openPlaces = (files: readonly File[]): ((place: number) => File | undefined) => {
  const inOrder = files.toSorted((one, other) => one.begin - other.begin)
  return (place) => {
    let [low, high] = [0, inOrder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((inOrder[middle]?.begin ?? Infinity) <= place) low = middle + 1
      else high = middle
    }
    const last = inOrder[low - 1]
    return last !== undefined && place < last.begin + last.bytes.length ? last : undefined
  }
}

const addressOf = (attributes: Attributes) => attributes('src') ?? attributes('href') ?? ''

/** The style sheets that documents name: the same ones are the same value. */
const openStyles = (flows: readonly Buffer[]): ((numbers: readonly number[]) => readonly string[]) => {
  const [sheets, lists] = [new Map<number, string>(), new Map<string, string[]>()]
  const sheetOf = (number: number): string => {
    const sheet = sheets.get(number) ?? flows[number]?.subarray(0, MAX_CSS).toString('utf8') ?? ''
    sheets.set(number, sheet)
    return sheet
  }
  return (numbers) => {
    const key = numbers.join(' ')
    const list = lists.get(key) ?? numbers.map(sheetOf)
    lists.set(key, list)
    return list
  }
}

const readFlows = (text: Buffer, file: PalmDatabase, { flows }: MobiHeader): Buffer[] => {
  if (flows === undefined) return [text]
  const record = file.record(flows)
  if (asciiAt(record, 0, 4) !== 'FDST') return [text]
  const count = number32(record, 8)
  if (count === 0 || count > MAX_FLOWS) damaged()
  let last = 0
  return Array.from({ length: count }, (_, at) => {
    const [begin, end] = [number32(record, 12 + at * 8), number32(record, 16 + at * 8)]
    if (begin < last) damaged()
    last = Math.max(begin, end)
    return slice(text, begin, Math.max(0, Math.min(end, text.length) - begin))
  })
}

const [COUNT, PLACE] = [1, 6]

/** Puts the fragments into their skeletons, and tells where in all of the files each of them begins. */
const readFiles = (text: Buffer, file: PalmDatabase, header: MobiHeader) => {
  const { skeletons, fragments } = header
  if (skeletons === undefined) return { files: [{ begin: 0, bytes: text }], insertedAt: [] }
  const parts = fragments === undefined ? [] : readMobiIndex(file, fragments, header).entries
  const insertedAt = parts.map(({ name }) => (/^\d{1,10}$/.test(name) ? Number(name) : damaged()))
  const files: File[] = []
  let moved = 0
  let part = 0
  for (const { values } of readMobiIndex(file, skeletons, header).entries) {
    const [begin = damaged(), length = damaged()] = values.get(PLACE) ?? []
    let bytes = slice(text, begin, length)
    let end = begin + length
    for (let left = values.get(COUNT)?.[0] ?? 0; left > 0; left -= 1) {
      const [, size = damaged()] = parts[part]?.values.get(PLACE) ?? []
      const at = (insertedAt[part] ?? damaged()) - begin
      if (at < 0 || at > bytes.length) damaged()
      if ((moved += bytes.length) > MAX_MOVED) tooComplex()
      bytes = Buffer.concat([bytes.subarray(0, at), slice(text, end, size), bytes.subarray(at)])
      end += size
      part += 1
    }
    if (files.length === MAX_DOCUMENTS || (moved += bytes.length) > MAX_MOVED) tooComplex()
    files.push({ begin, bytes })
  }
  return { files, insertedAt }
}
