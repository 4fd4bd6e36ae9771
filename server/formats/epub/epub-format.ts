import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import type { BookFormat } from '#server/formats/book-format.ts'
import { COVER_POLICY } from '#server/platform/http/response/headers.ts'
import { elementPlaces } from './element-places.ts'
import { createEpubInspector } from './inspect-epub.ts'
import { createKepubMaker } from './kepub/kepub-process.ts'
import { isMobi } from './manuscript/mobi/palm-database.ts'
import { createPagesPacker } from './manuscript/manuscript-process.ts'
import { textKindOf } from './manuscript/text-files.ts'
import { reasonOfBytes, reasonOfName } from './other-formats.ts'
import { createTypesetter } from './paper/paper-process.ts'
import { readChapterStarts } from './read-chapter-starts.ts'
import { createEditionPageReader } from './read-edition-pages.ts'

/** Formats that are near to it are opened as one, so that their refusal says what to convert. */
const NEAR = ['kindle', 'drm', 'office', 'html', 'print', 'other_book']

const recognizes = (head: Buffer, fileName: string) =>
  isMobi(head) ||
  textKindOf(fileName, head) !== undefined ||
  head.toString('latin1', 0, ZIP_SIGNATURE.length) === ZIP_SIGNATURE ||
  NEAR.includes(reasonOfBytes(head)) ||
  (head.length > 0 && reasonOfName(fileName) !== undefined)

export const EPUB: BookFormat & Required<Pick<BookFormat, 'openPagesPacker' | 'openTypesetter' | 'openKepubMaker'>> = {
  name: 'epub',
  folder: 'epub',
  extension: '.epub',
  editionExtension: '.edition',
  contentType: 'application/epub+zip',
  policy: COVER_POLICY,
  isShownInline: false,
  drawsFirstPage: false,
  maxMegabytes: ({ maxEpubMegabytes }) => maxEpubMegabytes,
  tooLarge: 'epubTooLarge',
  recognizes,
  openInspector: createEpubInspector,
  openPageReader: createEditionPageReader,
  // It flows by itself and needs no text view.
  openFlowReader: () => ({ read: async () => ({ blocks: [], measure: {} }), close: () => {} }),
  openPagesPacker: createPagesPacker,
  openTypesetter: createTypesetter,
  openKepubMaker: createKepubMaker,
  readChapterStarts,
  elementPlaces,
}
