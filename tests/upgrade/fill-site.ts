import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { createToken } from '#contract/api-tokens.ts'
import { answerCoAuthorship, askCoAuthor, addCoAuthor } from '#contract/co-authors.ts'
import { addComment } from '#contract/comments.ts'
import { sendCopyrightNotice } from '#contract/copyright.ts'
import { follow } from '#contract/follows.ts'
import { addToList, createList } from '#contract/lists.ts'
import { saveMarks } from '#contract/marks.ts'
import { block, hideComment } from '#contract/moderation.ts'
import { setNoticeWay } from '#contract/notices.ts'
import { createPenName } from '#contract/pen-names.ts'
import { beginDraft, editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition, setHistory } from '#contract/reading.ts'
import { dismissBook } from '#contract/recommended-book-actions.ts'
import { sendReport } from '#contract/reports.ts'
import { shelveBook } from '#contract/shelves.ts'
import { countAppDownload } from '#contract/site.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { withApp, withPasskey } from '#server/accounts/second-factor/testing-factors.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { allTold } from '#server/notices/testing-notices.ts'
import { recordTopRated } from '#server/premium/watch-top-rated.ts'
import { addChapter, aManuscriptBook } from '#server/publishing/chapters/testing-chapters.ts'
import { trainHere } from '#server/recommendations/testing-readers.ts'
import { aBookForm, anEpubForm, aPdf, aPicture, type BookWords } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'

const FURTHER_ROWS = join(import.meta.dirname, 'further-rows.sql')
const DAY_MS = 86_400_000
/** A cover of one colour: its files are small. */
const SMALL: Partial<BookWords> = { image: aPicture() }
const CONTACT = { name: 'Ida Fenn', email: 'ida@example.org', address: '1 Mill Lane', signature: 'Ida Fenn' }

/** Fills a site with people, books and what they do with them, through the API where it is not far to go. */
export const fillSite = async (site: TestSite) => {
  const [ida, otto, perpetua, guest, moderator, admin] = await Promise.all([
    site.anAuthor({ username: 'Ida Fenn' }),
    site.anAuthor({ username: 'Otto Marsh' }),
    site.aReader({ username: 'Perpetua Quill' }),
    site.aGuest(),
    site.aModerator({ username: 'Mo Reed' }),
    site.anAdmin({ username: 'Ada Keys' }),
  ])
  // Random else.
  await sql`update users set email = lower(split_part(username, ' ', 1)) || '@example.org' where not guest`.execute(
    site.services.db,
  )

  const books = await publishBooks(site, ida, otto, admin)
  await read(site, [perpetua, guest], books)
  await moderate(site, { ida, perpetua, moderator }, books)
  await secure(site, { ida, perpetua, admin })
  await allTold(site)
  await recordTopRated(site.services)
  await trainHere(site.services)
  // With a client of its own, since a prepared statement has one command.
  await ask(site.database.config, await readFile(FURTHER_ROWS, 'utf8'))
}

interface Books {
  lamps: string
  tides: string
  copied: string
}

const publishBooks = async (site: TestSite, ida: Person, otto: Person, admin: Person): Promise<Books> => {
  const { _id: lamps } = await site.aBook(ida, { ...SMALL, title: 'Lamps', author: 'Ida Fenn' })
  const details = new FormData()
  for (const [name, value] of Object.entries({
    series: 'Lights',
    seriesNumber: '1',
    subtitle: 'An almanac',
    language: 'en',
    year: '2024',
    tags: 'dusk, oil',
    licence: 'cc-by',
    downloads: 'with-epub',
    contentNotes: 'Darkness',
    age: '13',
  }))
    details.set(name, value)
  await site.api(ida)(editBook, { params: { id: lamps }, body: details })
  const next = new FormData()
  next.set('pdfFile', new Blob([aPdf(3)]), 'lamps.pdf')
  next.set('changeNote', 'A page more')
  await site.api(ida)(editBook, { params: { id: lamps }, body: next })

  const tides = (
    await site.api(otto)(publishBook, { body: anEpubForm(anEpub(), { ...SMALL, title: 'ألف ليلة وليلة' }) })
  ).book._id
  const copied = (await site.aBook(otto, { ...SMALL, title: 'Lamps again' }))._id
  const wharf = await aManuscriptBook(site, otto)
  await addChapter(site, otto, wharf, { comingAt: new Date(site.services.now().getTime() + DAY_MS).toISOString() })

  await site.api(ida)(addCoAuthor, { params: { id: lamps }, body: { name: 'Nobody of Note' } })
  await site.api(ida)(askCoAuthor, { params: { id: lamps }, body: { username: otto.username } })
  await site.api(otto)(answerCoAuthorship, { params: { id: lamps }, body: { agrees: true } })
  const { _id: penName } = await site.api(ida)(createPenName, {
    body: { name: 'E. Vesper', about: 'Of evenings.', links: ['https://example.org/'] },
  })
  const secret = aBookForm({ ...SMALL, title: 'Evenings', pdf: new Blob([aPdf(4)]) })
  secret.set('penName', penName)
  await site.api(ida)(publishBook, { body: secret })

  const states = ['draft', 'planned', 'withdrawn'] as const
  for (const [n, state] of states.entries()) {
    const body = aBookForm({ ...SMALL, title: `A ${state} book`, pdf: new Blob([aPdf(5 + n)]) })
    body.delete('rights')
    const { _id: id } = (await site.api(ida)(beginDraft, { body })).book
    const publishAt = new Date(site.services.now().getTime() + 300 * DAY_MS).toISOString()
    if (state === 'planned')
      await site.api(ida)(setBookState, { params: { id }, body: { state, publishAt, rights: 'own' } })
    if (state !== 'withdrawn') continue
    await site.api(ida)(setBookState, { params: { id }, body: { state: 'published', rights: 'own' } })
    await site.api(ida)(setBookState, { params: { id }, body: { state } })
  }
  await site.api(admin)(togglePremium, { params: { id: lamps }, body: { isPremium: true } })
  await site.api(admin)(toggleFeatured, { params: { id: tides }, body: { isFeatured: true } })
  return { lamps, tides, copied }
}

const read = async (site: TestSite, people: Person[], { lamps, tides, copied }: Books) => {
  for (const person of people) {
    const api = site.api(person)
    for (const id of [lamps, tides]) {
      await api(rateBook, { params: { id }, body: { rating: 4 } })
      await api(savePosition, {
        params: { id },
        body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
      })
      await api(shelveBook, { params: { id }, body: { isWanted: true } })
    }
    await api(addComment, { params: { id: lamps }, body: { text: 'At dusk.\u2028Or at "dawn"? \\ 夜' } })
    await api(follow, { params: { kind: 'book', id: lamps } })
    await api(follow, { params: { kind: 'author', id: 'Ida Fenn' } })
    await api(dismissBook, { params: { id: copied } })
    await api(saveMarks, { params: { id: lamps }, body: { changes: [aMark()] } })
    await api(setNoticeWay, { params: { kind: 'reply' }, body: { how: 'off' } })
  }
  const [reader] = people as [Person]
  await site.api(reader)(setHistory, { body: { isKept: true, goal: { kind: 'minutes', amount: 20 } } })
  const { _id: list } = await site.api(reader)(createList, { body: { name: 'For autumn', visibility: 'public' } })
  for (const bookId of [lamps, tides]) await site.api(reader)(addToList, { params: { id: list, bookId } })
  await site.api()(countAppDownload)
}

const aMark = () => ({
  id: crypto.randomUUID(),
  base: 0,
  change: crypto.randomUUID(),
  content: {
    color: 'gold' as const,
    note: 'So it is.',
    file: '',
    createdAt: '2026-05-01T12:00:00Z',
    anchors: [{ page: 1, start: 0, end: 4, exact: 'Once', prefix: '', suffix: ' upon a time' }],
  },
})

type Named = Record<'ida' | 'perpetua' | 'moderator', Person>

const moderate = async (site: TestSite, { ida, perpetua, moderator }: Named, { lamps, copied }: Books) => {
  const { comment } = await site.api(perpetua)(addComment, { params: { id: lamps }, body: { text: 'An insult.' } })
  await site.api(moderator)(hideComment, {
    params: { id: lamps, commentId: comment._id },
    body: { reason: 'An insult.' },
  })
  await site.api(perpetua)(sendReport, { body: { kind: 'book', id: copied, reason: 'spam' } })
  await site.api(ida)(block, { params: { id: perpetua._id } })
  await site.api()(sendCopyrightNotice, {
    body: { ...CONTACT, book: copied, work: 'Lamps.', place: 'All of it.', isGoodFaith: true, isAccurate: true },
  })
}

const secure = async (site: TestSite, { ida, perpetua, admin }: Record<'ida' | 'perpetua' | 'admin', Person>) => {
  await withApp(site, admin)
  await withPasskey(site, ida)
  await site.api(perpetua)(createToken, { body: { name: 'E-reader', scopes: ['feeds', 'sync'] } })
  await site.api(admin)(updateSiteSettings, { body: { siteName: 'The Lending Room' } })
}

const ask = async (config: pg.ClientConfig, statements: string) => {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statements).finally(() => client.end())
}
