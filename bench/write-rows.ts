import { listBooks } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { aBookForm, anEpubForm } from '#server/testing/book-form.ts'
import type { Request } from './drive.ts'
import { aDocx, longBody } from '#server/formats/epub/manuscript/testing-docx.ts'
import { generatedEpub } from './generated-epub.ts'
import { paddedPdf, type Site } from './library.ts'
import { bareRating } from './references.ts'
import { CONNECTIONS, median, runRounds } from './rounds.ts'
import { apiOf, bearer, type Measurement, type Row } from './row.ts'

const MB = 1_000_000

const ratingRequests = ({ tokens }: Site, books: string[]): Request[] =>
  tokens.flatMap((token, t) =>
    books.map((id, n) => ({
      method: 'POST',
      path: `/api/books/${id}/rate`,
      headers: bearer(token),
      body: JSON.stringify({ rating: ((t + n) % 5) + 1 }),
    })),
  )

const RATED_BOOKS = 100

export const rating: Row = {
  name: 'rating',
  what: 'a rating, durable',
  goal: { atLeast: 0.5 },
  reference: 'the same statement through bare pg',
  measure: async (site, pace) => {
    const books = site.bookIds.slice(0, RATED_BOOKS)
    const measured: Measurement & { reference: number[] } = { ours: [], reference: [], unit: '/s' }
    const p99s: number[] = []
    for (let round = 0; round < pace.rounds; round += 1) {
      const { ours } = await runRounds(site, { ...pace, rounds: 1 }, { requests: ratingRequests(site, books) })
      measured.ours.push(...ours.map(({ rate }) => rate))
      p99s.push(...ours.map(({ p99 }) => p99))
      measured.reference.push(await bareRating(site, books, pace.seconds))
    }
    return { ...measured, note: `p99 ${median(p99s).toFixed(1)} ms with ${CONNECTIONS} connections (goal 25)` }
  },
}

const UPLOAD_BYTES = 10 * MB

/** Publishes a book again and again: seconds until the library shows it. */
const measureUpload = async (site: Site, rounds: number, form: () => FormData): Promise<Measurement> => {
  const ours: number[] = []
  // A new session, because an older one may not delete books without a password.
  const author = apiOf(site, await site.startAuthorSession())
  const published: string[] = []
  const publish = async () => {
    const { book } = await author(publishBook, { body: form() })
    published.push(book._id)
    return book
  }
  await publish()
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    const book = await publish()
    const { books } = await apiOf(site, site.tokens[0])(listBooks)
    if (!books.some(({ _id }) => _id === book._id)) throw new Error('the library does not show the uploaded book')
    ours.push((performance.now() - startedAt) / 1000)
  }
  for (const id of published) await author(deleteBook, { params: { id } })
  return { ours, unit: 's' }
}

export const upload: Row = {
  name: 'upload',
  what: 's from the first byte of 10 MB until the library shows the book',
  goal: { atMost: 1.5 },
  measure: (site, { rounds }) => {
    const pdf = new Blob([paddedPdf(UPLOAD_BYTES)], { type: 'application/pdf' })
    return measureUpload(site, rounds, () => aBookForm({ pdf, genre: GENRES[0] }))
  },
}

const epubUpload = (name: string, bytes: number, what: string, goal: number): Row => ({
  name,
  what: `s from the first byte of an EPUB of ${what} until the library shows it`,
  goal: { atMost: goal },
  measure: async (site, { rounds }) => {
    const epub = await generatedEpub(bytes, bytes > MB)
    return measureUpload(site, rounds, () => anEpubForm(epub, { genre: GENRES[0] }))
  },
})

const MANUSCRIPT_PAGES = 300

/** From the last byte: the file is small, and what takes time comes after it. */
const manuscript: Row = {
  name: 'manuscript',
  what: `s from the last byte of ${MANUSCRIPT_PAGES} pages of Word until the book can be read`,
  goal: { atMost: 10 },
  measure: (site, { rounds }) => {
    const docx = new Blob([new Uint8Array(aDocx({ body: longBody(MANUSCRIPT_PAGES) }))])
    return measureUpload(site, rounds, () => aBookForm({ pdf: docx, pdfFileName: 'a.docx', genre: GENRES[0] }))
  },
}

export const epubUploads = [
  epubUpload('epub-upload', MB, '1 MB, text alone,', 6),
  epubUpload('epub-upload-large', UPLOAD_BYTES, '10 MB with photographs', 6),
  manuscript,
]
