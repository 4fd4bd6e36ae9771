import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMobi } from '#server/formats/epub/manuscript/mobi/testing-mobi.ts'
import { aFictionBook } from '#server/formats/epub/manuscript/testing-fb2.ts'
import { expectNothingStored } from '#server/publishing/testing-uploads.ts'
import { aPicture } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { beforeImports, booksOf, epubOf, importInto, makeCovers, pdfOf, writeFiles } from './testing-import.ts'

let site: TestSite
let folder: string
let author: Person
let server: Server
let address: string
/** What the server of feeds answers, by path. */
let answer: RequestListener = () => {}

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeImports((given) => ({ site, author, folder } = given), { env: { WEBHOOK_NETWORKS: 'loopback' } })

const run = (source: string, options = {}) =>
  importInto(site, { source, email: author.email, report: join(folder, 'reports'), ...options })

const feedOf = (content: string) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/"
    xmlns:opds="http://opds-spec.org/2010/catalog"><title>Feed</title>${content}</feed>`
const linkTo = (href: string, type = 'application/epub+zip', rel = 'acquisition/open-access', inside = '') =>
  `<link rel="http://opds-spec.org/${rel}" type="${type}" href="${href}">${inside}</link>`
const entryOf = (title: string, content: string) => `<entry><title>${title}</title>${content}</entry>`

/** Serves these by path; what is a text is a feed. */
const serve = (files: Record<string, string | Buffer>) => {
  answer = ({ url = '' }, response) => {
    const content = files[url]
    response.writeHead(content === undefined ? 404 : 200).end(content)
  }
}

test('the books of a feed arrive page by page with words and covers, and what it doesn’t give is named', async () => {
  serve({
    '/opds/first': feedOf(
      `<link rel="next" href="second?page=2"/>
      ${entryOf(
        'In the feed',
        `<author><name>Ann Author</name></author><author><name>Bea Other</name></author>
        <dc:language>de</dc:language><dc:identifier>urn:isbn:9780306406157</dc:identifier><dc:issued>1911-02</dc:issued>
        <summary type="text">In it.</summary><category term="krimi" label="Detective stories"/>
        ${linkTo('/files/a.epub')}${linkTo('/files/a.pdf', 'application/pdf')}${linkTo('/cover.png', 'image/png', 'image')}`,
      )}
      ${entryOf('For sale', linkTo('/files/sold.epub', 'application/epub+zip', 'acquisition/buy'))}
      ${entryOf('Priced', linkTo('/files/sold.epub', 'application/epub+zip', 'acquisition', '<opds:price currencycode="EUR">3</opds:price>'))}`,
    ),
    '/opds/second?page=2': feedOf(
      // It leads back to the first page.
      `<link rel="next" href="/opds/first"/>${entryOf('On paper', linkTo('../files/b.pdf', 'application/pdf', 'acquisition'))}
      ${entryOf('Lost', linkTo('/files/lost.epub'))}`,
    ),
    '/files/a.epub': epubOf('The file says otherwise'),
    '/files/a.pdf': pdfOf('opds a'),
    '/files/b.pdf': pdfOf('opds b'),
    '/cover.png': Buffer.from(await aPicture().arrayBuffer()),
  })
  const { counts, rows } = await run(`${address}/opds/first`)
  expect(counts).toMatchObject({ imported: 2, refused: 3 })
  expect(Object.fromEntries([...rows].map(([name, { reason }]) => [name, reason]))).toMatchObject({
    'For sale': expect.stringContaining('no EPUB, PDF, FB2 or MOBI'),
    Priced: expect.stringContaining('no EPUB, PDF, FB2 or MOBI'),
    Lost: expect.stringMatching(/answered with the status 404/),
  })
  await makeCovers(site)
  expect(await booksOf(site, author)).toMatchObject([
    {
      title: 'In the feed',
      author: 'Ann Author',
      caption: 'In it.',
      language: 'de',
      isbn: '9780306406157',
      year: 1911,
      genre: 'Mystery',
      tags: ['Detective stories'],
      format: 'epub',
      coverSeed: null,
    },
    { title: 'On paper', author: 'Unknown author', format: 'pdf' },
  ])
  expect((await run(`${address}/opds/first`)).counts).toMatchObject({ imported: 0, there: 2 })
})

test('a saved feed gives books for Kindle and FictionBooks where it offers nothing better', async () => {
  const kindle = 'application/x-mobipocket-ebook'
  await writeFiles(folder, {
    'kinds/feed.xml': feedOf(
      `${entryOf('For Kindle', linkTo('kindle.mobi', kindle))}${entryOf('In Russia', linkTo('russian.fb2', 'application/x-fictionbook+xml'))}
      ${entryOf('As both', linkTo('worse.mobi', kindle) + linkTo('better.epub'))}`,
    ),
    'kinds/kindle.mobi': aMobi({ html: '<p>For Kindle.</p>' }),
    'kinds/russian.fb2': Buffer.from(aFictionBook({ body: '<section><p>In Russia.</p></section>' })),
    'kinds/better.epub': epubOf('The better one'),
  })
  const { counts } = await run(join(folder, 'kinds/feed.xml'))
  // What it offers beside the EPUB is not there, and is not asked for.
  expect(counts).toMatchObject({ imported: 3, refused: 0 })
})

test('a saved feed takes files beside it, and none from elsewhere on the computer', async () => {
  await writeFiles(folder, {
    'library/feed.xml': feedOf(
      ['books/a%20b.epub', '../outside.epub', '/etc/hostname', 'file:///etc/hostname', 'link.epub']
        .map((href, n) => entryOf(`Book ${n}`, linkTo(href)))
        .join(''),
    ),
    'library/books/a b.epub': epubOf('Beside'),
    'outside.epub': epubOf('Outside'),
  })
  await symlink(join(folder, 'outside.epub'), join(folder, 'library/link.epub'))
  const { counts } = await run(join(folder, 'library/feed.xml'))
  expect(counts).toMatchObject({ imported: 1, refused: 4 })
  expect(await booksOf(site, author)).toMatchObject([{ title: 'Book 0' }])
})

test('what was loaded is not loaded again after a dry run, and is removed in the end', async () => {
  let loads = 0
  answer = ({ url }, response) => {
    if (url === '/a.epub') loads += 1
    response.end(url === '/a.epub' ? epubOf('Once') : feedOf(entryOf('Once', linkTo('a.epub'))))
  }
  const { counts, genresFile } = await run(`${address}/feed`, { isDryRun: true })
  expect(counts).toMatchObject({ 'would be imported': 1 })
  expect((await run(`${address}/feed`)).counts).toMatchObject({ imported: 1 })
  expect(loads).toBe(1)
  expect(existsSync(genresFile)).toBe(true)
  expect((await run(`${address}/feed`, { isDryRun: true })).counts).toMatchObject({ there: 1 })
  expect(loads).toBe(2)
})

test('the password goes to the origin of the feed alone', async () => {
  const seen: (string | undefined)[] = []
  const other = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end(epubOf('Elsewhere'))
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/moved.epub`
  answer = ({ headers, url }, response) => {
    if (headers.authorization !== `Basic ${btoa('ann:secret')}`) response.writeHead(401).end()
    else if (url === '/a.epub') response.writeHead(302, { location: elsewhere }).end()
    else response.end(feedOf(entryOf('Moved', linkTo('/a.epub'))))
  }
  await expect(run(`${address}/feed`)).rejects.toThrow('logged in')
  expect((await run(`${address}/feed`, { login: 'ann:secret' })).counts).toMatchObject({ imported: 1 })
  expect(seen).toEqual([undefined])
  other.close()
})

test.each([
  ['a page of the web', '<html><body>No feed</body></html>', 'no feed of OPDS'],
  ['half a feed', feedOf('').slice(0, -4), 'cannot be read'],
  ['entities without an end', `<!DOCTYPE feed [<!ENTITY a "&a;&a;">]>${feedOf('&a;')}`, 'cannot be read'],
  ['a feed of feeds', feedOf(entryOf('All', '<link type="application/atom+xml" href="/all"/>')), '/all'],
  ['more than it may have', feedOf(' '.repeat(10_000_001)), 'larger than 10 MB'],
])('%s is refused in words, and nothing is stored', async (_, content, words) => {
  serve({ '/feed': content })
  await expectNothingStored(site, () => expect(run(`${address}/feed`)).rejects.toThrow(words))
})

test('an address in a private network is refused, also where a public one redirects to it', async () => {
  const own = { ...site, services: { ...site.services, settings: { ...site.services.settings, webhookNetworks: [] } } }
  const options = { email: author.email, report: join(folder, 'reports') }
  await expect(importInto(own, { source: 'https://127.0.0.1/feed', ...options })).rejects.toThrow('private network')
  await expect(importInto(own, { source: `${address}/feed`, ...options })).rejects.toThrow('https://')
  answer = (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/feed' }).end()
  await expect(run(`${address}/feed`)).rejects.toThrow('private network')
})
