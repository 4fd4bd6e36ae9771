import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { addCoAuthor } from '#contract/co-authors.ts'
import { addComment } from '#contract/comments.ts'
import { hideBook } from '#contract/moderation.ts'
import { createPenName } from '#contract/pen-names.ts'
import { editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { aBookForm, anEpubForm, aPdf, aPicture } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'

const MARKDOWN = '---\ntitle: The Lamp\nlang: en-GB\n---\n# Dusk\n\nThe lamps were lit.\n'

const aForm = (form: FormData, words: Record<string, string>) => {
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  return form
}

const aFile = (bytes: Uint8Array, pdfFileName: string) => ({ pdf: new Blob([new Uint8Array(bytes)]), pdfFileName })

interface Said {
  text: string
  place?: { page: number; quote: string }
}

/** Each book opens several processes. */
export const SETUP_MS = 240_000

/** Books of the test data that are exported too, where the data is there. */
const REAL = ['trees.epub', 'regime-anticancer-arabic.epub']
export const REAL_BOOKS = KNOWN_EPUBS.filter(({ file }) => REAL.includes(file)).length

/** Fills a site with what an export can have. Returns the people and the ids of the books by their titles. */
export const fillSite = async (site: TestSite) => {
  const [author, other, reader, left] = await Promise.all([
    site.anAuthor({ username: 'Ottoline Marsh' }),
    site.anAuthor({ username: 'Ben Lamp' }),
    site.aReader({ username: 'Ida Fenn' }),
    site.aReader({ username: 'Gone Reader' }),
  ])
  // Hiding writes a mail.
  await site.startJobs()
  const moderator = await site.aModerator()
  const guest = await site.aGuest()
  const ids: Record<string, string> = {}
  const publish = async (person: Person, form: FormData) => {
    const { book } = await site.api(person)(publishBook, { body: form })
    ids[book.title] = book._id
    return book._id
  }
  const lamp = await publish(
    author,
    aForm(aBookForm(aFile(aPdf(3), 'lamp.pdf')), {
      title: 'The Lamp: a/story?',
      subtitle: 'In full',
      series: 'Lamps',
      seriesNumber: '1.5',
      language: 'de',
      year: '1999',
      isbn: '9780306406157',
      tags: 'dusk, lamps',
      licence: 'cc-by',
      downloads: 'none',
      contentNotes: 'Night.',
      age: '13',
      rights: 'own',
      caption: 'Two\nlines.',
      cover: 'series',
      coverSeed: '7',
    }),
  )
  await site.api(author)(addCoAuthor, { params: { id: lamp }, body: { name: 'Cora Named' } })
  const change = aForm(new FormData(), { changeNote: 'A page more.' })
  change.set('pdfFile', new Blob([new Uint8Array(aPdf(4))]), 'lamp-2.pdf')
  await site.api(author)(editBook, { params: { id: lamp }, body: change })
  const epub = anEpub({ chapters: { one: '<p>In it.</p>' } })
  const tale = await publish(author, anEpubForm(epub, { title: 'ألف ليلة وليلة' }))
  await publish(other, aForm(aBookForm(aFile(aPdf(5), 'other.pdf')), { title: 'Another', series: 'Lamps' }))
  const page = aBookForm({ ...aFile(aPdf(6), 'page.pdf'), title: 'Its first page', cover: 'first-page' })
  await publish(other, page)
  await publish(other, aBookForm({ ...aFile(aPdf(7), 'pic.pdf'), title: 'Its own picture', image: aPicture() }))
  await publish(author, aBookForm({ ...aFile(Buffer.from(MARKDOWN), 'the lamp.md'), title: 'Of a manuscript' }))
  const { _id: penName } = await site.api(author)(createPenName, {
    body: { name: 'Wilhelmina Frost', about: 'Of ice.', links: [] },
  })
  const ice = aFile(Buffer.from('# Ice\n\nThe lamps were out.\n'), 'ice.md')
  await publish(author, aForm(aBookForm(ice), { title: 'Of ice', penName, series: 'Lamps' }))

  for (const { file } of KNOWN_EPUBS.filter(({ file }) => REAL.includes(file)))
    await publish(other, anEpubForm(epubBytes(file), { title: `Real: ${file}` }))

  const comment = (person: Person, id: string, body: Said) => site.api(person)(addComment, { params: { id }, body })
  await comment(reader, lamp, { text: 'At dusk.\nTwo lines.' })
  await comment(left, lamp, { text: 'I leave.' })
  await comment(reader, lamp, { text: 'Here!', place: { page: 2, quote: 'The lamps were lit' } })
  await comment(guest, tale, { text: 'ليلة' })
  for (const [person, stars] of [
    [reader, 5],
    [guest, 2],
    [left, 1],
  ] as const)
    await site.api(person)(rateBook, { params: { id: lamp }, body: { rating: stars } })
  await site.api(reader)(rateBook, { params: { id: tale }, body: { rating: 4 } })
  await site.services.db.deleteFrom('users').where('id', '=', left._id).execute()

  const aHidden = await publish(other, aBookForm({ ...aFile(aPdf(9), 'hidden.pdf'), title: 'Hidden by moderators' }))
  await site.api(moderator)(hideBook, { params: { id: aHidden }, body: { reason: 'It is a test.' } })
  const withdrawn = await publish(other, aBookForm({ ...aFile(aPdf(10), 'gone.pdf'), title: 'Withdrawn' }))
  await site.api(other)(setBookState, { params: { id: withdrawn }, body: { state: 'withdrawn' } })
  return { author, other, reader, guest, ids }
}

/** The contents of all files below a folder, by their paths. */
export const filesBelow = async (folder: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = paths.map(async (path) => [relative(folder, path), await readFile(path)] as const)
  return new Map((await Promise.all(read)).sort(([one], [other]) => (one < other ? -1 : 1)))
}
