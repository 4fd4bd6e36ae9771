import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EDITION_HEAD_BYTES, EDITION_MAGIC } from '#contract/shapes/edition-pages.ts'
import type { EditionIndex } from '#contract/shapes/edition.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'

const compress = promisify(gzip)
const FOLDER = join(
  process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data'),
  '../recipes/reading/epub/evil-epub/EPUB',
)
/** Where the hostile chapter tries to send something. */
const BEACON = '127.0.0.1:7803'

/** A server that counts what arrives: browsers report requests, too, that their policies stop. */
export const listenForBeacons = async () => {
  const sent: string[] = []
  const server = createServer((request, response) => {
    sent.push(request.url ?? '')
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { sent, address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const hostileFiles = async (beacon: string) => {
  const names = await readdir(FOLDER).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => [name, (await readFile(join(FOLDER, name), 'utf8')).replaceAll(BEACON, beacon)] as const),
  )
  return new Map(files)
}

/** The same edition with another chapter, which no sanitizer has seen. */
export const withChapter = async (edition: Buffer, xhtml: string): Promise<Buffer> => {
  const { index, chapter } = await openEdition(async (begin, end) => edition.subarray(begin, end))
  const content = await compress(JSON.stringify({ ...(await chapter(0)), xhtml, stylesheets: [], resources: [] }))
  const only: EditionIndex = {
    manifest: { ...index.manifest, chapters: index.manifest.chapters.slice(0, 1), resources: [] },
    chapters: [{ at: 0, bytes: content.length, pages: [0] }],
    resources: [],
  }
  const packed = await compress(JSON.stringify(only))
  const head = Buffer.alloc(EDITION_HEAD_BYTES)
  head.write(EDITION_MAGIC)
  head.writeUInt32LE(packed.length, EDITION_MAGIC.length)
  return Buffer.concat([head, packed, content])
}

/** The hostile book of the recipes, and its chapter as no sanitizer has seen it; undefined where the recipes are missing. */
export const hostileEpub = async (beacon: string) => {
  const files = await hostileFiles(beacon)
  const chapter = files.get('c1.xhtml')
  if (chapter === undefined) return undefined
  const epub = anEpub({
    chapters: { c1: chapter },
    files: {
      's.css': { type: 'text/css', data: files.get('s.css') ?? '' },
      'evil.js': { type: 'application/javascript', data: files.get('evil.js') ?? '' },
      'pic.svg': { type: 'image/svg+xml', data: files.get('pic.svg') ?? '' },
    },
  })
  // As it came, but without the words that a parser without a document type does not know.
  const raw = chapter.replace(/<!DOCTYPE[^>]*\[[^\]]*\]>/, '').replaceAll('&ok;', 'fine')
  return { epub, raw }
}
