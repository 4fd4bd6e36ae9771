/**
 * Takes the screenshots of docs/screens: starts a server, fills its library, and opens each main screen, or only those
 * named as arguments.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from '@playwright/test'
import sharp from 'sharp'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { viewBook } from '#contract/books.ts'
import { addChapter, publishChapter } from '#contract/chapters.ts'
import { addComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { publishBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { shelveBook } from '#contract/shelves.ts'
import { launchOptions } from './browser.ts'
import {
  type Person,
  type Site,
  aBook,
  aPerson,
  anAdmin,
  apiOf,
  browserOf,
  countInRankings,
} from './journeys/people.ts'
import { aRealBook } from './journeys/printed-pdf.ts'
import { spawnServer } from './run-server.ts'

const PORT = '39438'
const TO = join(import.meta.dirname, '../docs/screens')
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const COLOURS = 192
const SETTLED_MS = 700

const BOOKS: [title: string, author: string, genre: string][] = [
  ['Moby-Dick', 'Herman Melville', 'Adventure'],
  ['Middlemarch', 'George Eliot', 'Fiction'],
  ['The Time Machine', 'H. G. Wells', 'Science Fiction'],
  ['The Moonstone', 'Wilkie Collins', 'Mystery'],
  ['Jane Eyre', 'Charlotte Brontë', 'Romance'],
  ['吾輩は猫である', '夏目漱石', 'Humor'],
  ['Dracula', 'Bram Stoker', 'Horror'],
  ['كليلة ودمنة', 'ابن المقفع', 'Children'],
  ['Walden', 'Henry David Thoreau', 'Philosophy'],
  ['The Interesting Narrative of the Life of Olaudah Equiano', 'Olaudah Equiano', 'Autobiography'],
  ['Leaves of Grass', 'Walt Whitman', 'Poetry'],
  ['The Wind in the Willows', 'Kenneth Grahame', 'Fantasy'],
  ['On the Origin of Species', 'Charles Darwin', 'Non-fiction'],
  ['The Cherry Orchard', 'Anton Chekhov', 'Drama'],
  ['Alice’s Adventures in Wonderland', 'Lewis Carroll', 'Children'],
  ['A Room with a View', 'E. M. Forster', 'Romance'],
]
const CAPTION =
  'A book that many have read aloud, and that reads as if it were written last week. With the notes of its first editor and a short life of its author.'
const AUTHORS = ['Anneli Sommer', 'Jonas Weil'] as const
const READERS = ['Rosa Lindqvist', 'Tomás Rey', 'Layla Haddad', 'Ken Mori']
const ADMIN = 'Greta Hale'
/** The book that the reader shows, and a page with text and chapters around it. */
const READ = { title: 'Alice’s Adventures in Wonderland', page: 12 }
/** A book that comes in chapters. */
const SERIAL = { title: 'The Pickwick Papers', author: AUTHORS[0], caption: CAPTION, genre: 'Humor', cover: 'series' }
const CHAPTERS = ['Chapter 2: The first day’s journey', 'Chapter 3: A new acquaintance']
const WEEK_MS = 7 * 86_400_000
const SAID = [
  'I read it in two evenings, and then once more.',
  'The middle is long. Stay with it.',
  'شكراً على هذا الكتاب.',
]

const selected = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-screens-'))
const site: Site = { address: `http://127.0.0.1:${PORT}`, dataDir }
const server = spawnServer({ PORT, PUBLIC_URL: site.address, DATA_DIR: dataDir, RATE_LIMITS: 'off' })
const browser = await chromium.launch(await launchOptions())
try {
  await server.opened()
  await take(await fill())
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

interface Filled {
  reader: Person
  author: Person
  admin: Person
  bookId: string
  premiumId: string
  readId: string
  serialId: string
}

async function fill(): Promise<Filled> {
  const [author, other, admin, { file }] = await Promise.all([
    aPerson('author', site, AUTHORS[0]),
    aPerson('author', site, AUTHORS[1]),
    anAdmin(site, ADMIN),
    aRealBook(),
  ])
  const readers = await Promise.all(READERS.map((name) => aPerson('reader', site, name)))
  await countInRankings(readers, site)
  const ids: string[] = []
  for (const [index, [title, by, genre]] of BOOKS.toReversed().entries()) {
    const words = { title, author: by, genre, caption: CAPTION }
    const pdf = title === READ.title ? file.buffer : undefined
    const book = await aBook(index % 3 ? author : other, words, site, pdf)
    ids.unshift(book._id)
  }
  for (const [place, id] of ids.entries()) {
    for (const [index, reader] of readers.entries()) {
      const api = apiOf(site, reader)
      if ((place + index) % 3 > 0) await api(viewBook, { params: { id } })
      if ((place * 7 + index) % 5 > 1)
        await api(rateBook, { params: { id }, body: { rating: 5 - ((place + index) % 3) } })
    }
  }
  const [bookId = '', premiumId = '', ...others] = ids
  for (const [index, text] of SAID.entries()) {
    const reader = readers[index]
    if (reader) await apiOf(site, reader)(addComment, { params: { id: bookId }, body: { text } })
  }
  const readId = ids[BOOKS.findIndex(([title]) => title === READ.title)] ?? ''
  for (const id of [premiumId, readId, ...others.slice(4, 8)])
    await apiOf(site, admin)(togglePremium, { params: { id }, body: { isPremium: true } })
  for (const id of others.slice(9, 13))
    await apiOf(site, admin)(toggleFeatured, { params: { id }, body: { isFeatured: true } })
  const [reader = author] = readers
  for (const id of others.slice(0, 4))
    await apiOf(site, reader)(shelveBook, { params: { id }, body: { isWanted: true } })
  return { reader, author, admin, bookId, premiumId, readId, serialId: await aSerial(author, reader) }
}

/** One more chapter of it is out, of which a follower is told, and the next is planned. */
async function aSerial(author: Person, follower: Person) {
  const api = apiOf(site, author)
  const formOf = (words: Record<string, string>, field: string, name: string) => {
    const form = new FormData()
    for (const [key, value] of Object.entries(words)) form.set(key, value)
    form.set(field, new Blob([`# Chapter 1: The Pickwickians\n\n${CAPTION}\n`]), name)
    return form
  }
  const { book } = await api(publishBook, { body: formOf(SERIAL, 'pdfFile', 'pickwick.md') })
  const params = { id: book._id }
  await apiOf(site, follower)(follow, { params: { kind: 'book', ...params } })
  const comingAt = new Date(Date.now() + WEEK_MS).toISOString()
  const ids: string[] = []
  for (const title of CHAPTERS)
    ids.push((await api(addChapter, { params, body: formOf({ title, comingAt }, 'file', 'chapter.md') }))._id)
  await api(publishChapter, { params: { ...params, chapterId: ids[0] ?? '' } })
  return params.id
}

async function take({ reader, author, admin, bookId, premiumId, readId, serialId }: Filled) {
  await shoot(browser, undefined, {
    home: '/',
    auth: '/auth',
    premium: '/premium',
    'premium-book': `/book/premium/${premiumId}`,
    showcase: '/BookComponent',
    download: '/download',
    about: '/about',
    book: `/books/${bookId}`,
    serial: `/books/${serialId}`,
    devices: '/devices',
    read: `/read/${readId}?premium#page=${READ.page}`,
  })
  await shoot(browser, reader, { 'home-reader': '/', library: '/library', my: '/my', notices: '/notices' })
  await shoot(browser, author, { create: '/create', profile: '/profile' })
  await shoot(browser, admin, {
    admin: '/admin',
    'admin-books': '/admin/books',
    'admin-users': '/admin/users',
    'admin-site': '/admin/site',
  })
}

/** Takes each of these screens in both window sizes, light and dark. */
async function shoot(browser: Browser, person: Person | undefined, screens: Record<string, string>) {
  const context = await browserOf(browser, person, site)
  const page = await context.newPage()
  for (const [name, path] of Object.entries(screens)) {
    if (selected.length > 0 && !selected.includes(name)) continue
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(site.address + path)
        await save(page, `${name}-${window.width}-${colorScheme}.png`)
      }
    }
  }
  await context.close()
}

async function save(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  if (page.url().includes('/read/'))
    await page.locator('.textLayer .endOfContent').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await page.waitForTimeout(SETTLED_MS)
  await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS })
    .toFile(join(TO, name))
}
