import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testData } from '#server/testing/test-site.ts'

/** What the manifest of the test data says of an EPUB. */
export interface KnownEpub {
  file: string
  bytes: number
  title: string[]
  creators: string[]
  languages: string[]
  direction: string | null
  layout: string | null
  spine: number
}

const folder = testData('epub')

/** The EPUBs of the test data; none without it. */
export const KNOWN_EPUBS: KnownEpub[] = folder
  ? (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { books: KnownEpub[] }).books
  : []

export const epubBytes = (file: string): Buffer => readFileSync(join(folder ?? '', file))
