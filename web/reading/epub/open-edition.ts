import { EDITION_HEAD_BYTES, EDITION_MAGIC } from '#contract/shapes/edition-pages.ts'
import type { EditionIndex, EditionPart } from '#contract/shapes/edition.ts'
import type { EpubChapter } from '#contract/shapes/epub.ts'
import { type FileRanges, openRanges } from '#web/reading/format/file-ranges.ts'

/** The last chapters that were read stay in memory: back and forth costs nothing. */
const CHAPTERS_KEPT = 4
/** Parts that lie this near to each other are read at once. */
const GAP_BYTES = 2 ** 15
const READ_BYTES = 2 ** 21

/** The edition of an EPUB, open to be read part by part (see contract/shapes/edition.ts). */
export interface OpenEdition {
  index: EditionIndex
  chapter: (number: number) => Promise<EpubChapter>
  /** The resources with these paths, as far as the book has them. */
  resources: (paths: readonly string[]) => Promise<Map<string, Blob>>
  /** Rejects when the server does not send the rest of the file. */
  refusal: Promise<never>
  close: () => void
}

export const openEdition = async (file: string | File): Promise<OpenEdition> => {
  const ranges = (await openRanges(file)) ?? (await openWhole(String(file)))
  const { first, size } = ranges
  const { promise: refusal, reject } = Promise.withResolvers<never>()
  refusal.catch(() => undefined)
  const read = async (begin: number, end: number) => {
    if (end <= first.length) return first.subarray(begin, end)
    return ranges.read(begin, Math.min(end, size)).catch((error: unknown) => {
      reject(error)
      throw error
    })
  }
  const indexEnd = EDITION_HEAD_BYTES + lengthOfIndex(first)
  const index = await unpack(await read(EDITION_HEAD_BYTES, indexEnd))
  if (!isIndex(index)) throw new Error('The edition has no index')
  const part = ({ at, bytes }: EditionPart) => [indexEnd + at, indexEnd + at + bytes] as const

  const chapters = new Map<number, Promise<EpubChapter>>()
  const readChapter = async (number: number) => {
    const place = index.chapters[number]
    if (!place) throw new Error('The book has no such chapter')
    const chapter = await unpack(await read(...part(place)))
    if (!isChapter(chapter)) throw new Error('The chapter is damaged')
    return chapter
  }
  return {
    index,
    refusal,
    chapter: (number) => {
      const reading = chapters.get(number) ?? readChapter(number)
      chapters.delete(number)
      chapters.set(number, reading)
      reading.catch(() => chapters.delete(number))
      for (const oldest of [...chapters.keys()].slice(0, -CHAPTERS_KEPT)) chapters.delete(oldest)
      return reading
    },
    resources: async (paths) => {
      const wanted = index.manifest.resources.flatMap(({ path, type }, n) => {
        const place = index.resources[n]
        return place && paths.includes(path) ? [{ path, type, ...place }] : []
      })
      const found = new Map<string, Blob>()
      const load = async (run: typeof wanted) => {
        const [begin, end] = [run[0]?.at ?? 0, Math.max(...run.map(({ at, bytes }) => at + bytes))]
        const bytes = await read(indexEnd + begin, indexEnd + end)
        for (const { path, type, at, bytes: length } of run)
          found.set(path, new Blob([bytes.subarray(at - begin, at - begin + length)], { type }))
      }
      await Promise.all(runsOf(wanted).map(load))
      return found
    },
    close: ranges.close,
  }
}

/** A server in between that sends files only as a whole. */
const openWhole = async (url: string): Promise<FileRanges> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    size: bytes.length,
    first: bytes,
    read: async (begin, end) => bytes.subarray(begin, end),
    isLocal: true,
    close: () => undefined,
  }
}

const lengthOfIndex = (head: Uint8Array<ArrayBuffer>): number => {
  const magic = new TextDecoder().decode(head.subarray(0, EDITION_MAGIC.length))
  if (magic !== EDITION_MAGIC || head.length < EDITION_HEAD_BYTES) throw new Error('The file is no edition of an EPUB')
  return new DataView(head.buffer, head.byteOffset).getUint32(EDITION_MAGIC.length, true)
}

const unpack = async (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => {
  if ('DecompressionStream' in window)
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json()
  // Safari before version 16.4.
  const { gunzipSync, strFromU8 } = await import('fflate')
  return JSON.parse(strFromU8(gunzipSync(bytes)))
}

/** Parts that lie beside each other, in runs that are read at once. */
const runsOf = <Part extends EditionPart>(parts: readonly Part[]): Part[][] => {
  const runs: Part[][] = []
  for (const part of parts.toSorted((one, other) => one.at - other.at)) {
    const run = runs.at(-1)
    const [start, last] = [run?.[0], run?.at(-1)]
    const isNear =
      start && last && part.at - last.at - last.bytes <= GAP_BYTES && part.at + part.bytes - start.at <= READ_BYTES
    if (isNear) run?.push(part)
    else runs.push([part])
  }
  return runs
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isListOf = (value: unknown, isOne: (one: Fields) => boolean) =>
  Array.isArray(value) && value.every((one) => isFields(one) && isOne(one))
const isPart = ({ at, bytes }: Fields) => Number.isInteger(at) && Number.isInteger(bytes)

/** Zod is not loaded in the browser, and our own server wrote the file: what all else relies on is checked. */
const isIndex = (value: unknown): value is EditionIndex => {
  if (!isFields(value) || !isFields(value['manifest'])) return false
  const { manifest, chapters, resources } = value
  return (
    isListOf(chapters, (one) => isPart(one) && Array.isArray(one['pages']) && one['pages'].length > 0) &&
    isListOf(resources, isPart) &&
    isListOf(manifest['chapters'], ({ path, cfi }) => typeof path === 'string' && typeof cfi === 'string') &&
    isListOf(manifest['resources'], ({ path, type }) => typeof path === 'string' && typeof type === 'string') &&
    isListOf(manifest['contents'], ({ label }) => typeof label === 'string') &&
    (chapters as unknown[]).length > 0 &&
    (chapters as unknown[]).length === (manifest['chapters'] as unknown[]).length
  )
}

const isChapter = (value: unknown): value is EpubChapter =>
  isFields(value) &&
  typeof value['xhtml'] === 'string' &&
  typeof value['text'] === 'string' &&
  typeof value['cfi'] === 'string' &&
  Array.isArray(value['stylesheets']) &&
  Array.isArray(value['resources'])
