import { sql, type SqlBool } from 'kysely'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import { disposition, extensionOf, savedFileName } from '#server/formats/book-file-name.ts'
import {
  editionKeyOf,
  FORMATS,
  formatOf,
  KEPUB_FORMAT,
  manuscriptKeyOf,
  PAGE_EPUB_FORMAT,
  PAPER_FORMAT,
} from '#server/formats/formats.ts'
import {
  type FinishedResponse,
  pictureCaching,
  sendFinished,
} from '#server/platform/http/response/content-negotiation.ts'
import { COVER_POLICY, flat, securityHeaders } from '#server/platform/http/response/headers.ts'
import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import type { Services } from '#server/platform/services.ts'
import { bookFiles, coverFiles, coverKey } from './cover-key.ts'
import { isShown } from './is-shown.ts'
import type { ViewCounter } from './count-views.ts'
import { createKepubs, type OnKepub } from './kepubs.ts'
import { readPageEpubKey } from './page-epub.ts'
import { readPaperKey } from './paper.ts'
import { createLinkOpener, openSignedChapter, openSignedCover, type Sign, UNCOUNTED } from './read-book.ts'
import { sendFile, sendStoredFile, throwIfDeleted } from './send-stored-file.ts'

const COVER = /^(?<hash>[\da-f]{32})(?<form>(?:-(?:160|320|640))?\.(?<type>avif|webp))$/
/** A larger cover is read from the disk each time. */
const MAX_CACHED_BYTES = 256 * 1024
const BOOK_SECONDS = 900
/** What only our reader opens: no browser shows it. */
const EDITION_HEADERS = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment; filename="edition"',
  'content-security-policy': COVER_POLICY,
}

interface Sent {
  key: string
  headers: Record<string, string>
  /** The file that names those it is stored with, if that is not the book's. */
  fileSet?: string
  /** What is made of the stored file is sent in its place. */
  isKepub?: boolean
}

interface Signed {
  Params: { id: string; chapterId?: string }
  Querystring: { e?: string; s?: string; v?: string; c?: string; download?: string }
}

/** The cover of a book that is not shown, for its authors: with the book's id in a signed link. */
interface SignedCover {
  Params: { name: string }
  Querystring: { id?: string; e?: string; s?: string; c?: string }
}

/** Uploaded files: never under the policy of a page, never with a type that the uploader chose. */
export const fileRoutes = (
  app: FastifyInstance,
  services: Services,
  { sign, views, onKepub }: { sign: Sign; views: Pick<ViewCounter, 'download'>; onKepub: OnKepub },
) => {
  const crossOrigin = services.settings.filesOrigin ? 'cross-origin' : 'same-origin'
  const readable = services.settings.filesOrigin ? readableFrom(services.settings.publicUrl) : {}
  const common = securityHeaders(services.settings.publicUrl)
  const coverCaching = pictureCaching(services.settings.sharedCacheSeconds)
  const verify = createFileVerifier(services)
  const openLink = createLinkOpener(services, sign)
  const kepubs = createKepubs(services, onKepub)
  app.addHook('onClose', kepubs.close)

  app.get<SignedCover>('/files/cover/:name', async (request, reply) => {
    const found = COVER.exec(request.params.name)?.groups
    if (!found) throw new Problem('notFound')
    const { hash = '', form = '', type = '' } = found
    const key = coverKey(hash, form)
    const etag = `"${hash}${form}"`
    const headers = {
      'content-type': `image/${type}`,
      'content-security-policy': COVER_POLICY,
      'cross-origin-resource-policy': crossOrigin,
    }
    const { id, e = '', s = '', c = '' } = request.query
    if (id !== undefined) {
      const book = await openSignedCover(services, sign, {
        id: String(id),
        expires: String(e),
        signature: String(s),
        coAuthor: String(c),
      })
      const size = book.cover === hash ? await verify(coverFiles(hash), key) : undefined
      if (size === undefined) throw new Problem('notFound')
      reply.headers({ ...headers, 'cache-control': `private, max-age=${BOOK_SECONDS}`, etag })
      return sendStoredFile(request, reply, services, { key, size })
    }
    const begunAt = services.cache.moment()
    await assertCoverShown(services, hash)
    const size = await verify(coverFiles(hash), key)
    if (size === undefined) throw new Problem('notFound')
    if (size > MAX_CACHED_BYTES || !isPlain(request)) {
      reply.headers({ ...headers, 'cache-control': coverCaching, etag })
      return sendStoredFile(request, reply, services, { key, size })
    }
    const response: FinishedResponse = {
      body: { identity: await buffer(services.storage.read(key)).catch(throwIfDeleted), etag },
      headers: flat({ ...common, ...headers }),
      cacheControl: coverCaching,
      isCompressible: false,
    }
    services.cache.store(`/files/cover/${request.params.name}`, begunAt, { ...response, ...storedCover(hash) })
    return sendFinished(response, request, reply)
  })

  const openBook = ({ params: { id }, query: { e = '', s = '', v = '1', c = '' } }: FastifyRequest<Signed>) =>
    openLink({ id, expires: String(e), signature: String(s), version: String(v), coAuthor: String(c) })
  const openChapter = ({ params, query: { e = '', s = '', c = '' } }: FastifyRequest<Signed>) =>
    openSignedChapter(services, sign, {
      id: params.id,
      chapterId: params.chapterId ?? '',
      expires: String(e),
      signature: String(s),
      coAuthor: String(c),
    })

  /** Sends the file of a signed link, or one beside it; a link to a file in another format leads to nothing. */
  const sendStored = async <Opened extends { pdf: string }>(
    request: FastifyRequest<Signed>,
    reply: FastifyReply,
    open: (request: FastifyRequest<Signed>) => Promise<Opened>,
    choose: (opened: Opened) => Sent | undefined | Promise<Sent | undefined>,
  ) => {
    // Before anything fails: the reader tells a refusal from a broken connection by its status.
    reply.headers(readable)
    const book = await open(request)
    const chosen = await choose(book)
    if (!chosen) throw new Problem('notFound')
    const { key, headers, fileSet = book.pdf, isKepub = false } = chosen
    const size = await verify(bookFiles(fileSet), key)
    if (size === undefined) throw new Problem('notFound')
    const asked = { bookId: request.params.id, epub: { key, size }, address: request.ip }
    const kepub = isKepub ? await kepubs.get(asked) : undefined
    reply.headers({
      ...headers,
      'cache-control': `private, max-age=${BOOK_SECONDS}`,
      'cross-origin-resource-policy': crossOrigin,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      etag: `"${kepub?.hash ?? key.replace(/\W/g, '')}"`,
    })
    return kepub ? sendFile(request, reply, services, kepub) : sendStoredFile(request, reply, services, { key, size })
  }

  for (const format of FORMATS)
    app.get<Signed>(`/files/${format.folder}/:id/:name`, (request, reply) =>
      sendStored(request, reply, openBook, ({ pdf, maySave, savedName }) => {
        if (formatOf(pdf) !== format) return undefined
        const isShown = format.isShownInline && request.query.download === undefined
        if (!maySave && !(isShown && isRead(request))) throw new Problem('readHereOnly')
        if (isDownload(request)) views.download(request.params.id, viewerOf(request))
        return {
          key: pdf,
          headers: {
            'content-type': format.contentType,
            'content-disposition': maySave
              ? disposition(isShown ? 'inline' : 'attachment', savedName, format)
              : 'inline',
            'content-security-policy': format.policy,
          },
        }
      }),
    )
  app.get<Signed>('/files/edition/:id', (request, reply) =>
    sendStored(request, reply, openBook, ({ pdf }) => {
      const key = editionKeyOf(pdf)
      return key === undefined ? undefined : { key, headers: EDITION_HEADERS }
    }),
  )
  app.get<Signed>('/files/page-epub/:id/:name', (request, reply) =>
    sendStored(request, reply, openBook, async ({ pdf, ...book }) => {
      const { id } = request.params
      const key = await readPageEpubKey(services.db, { id, pdf })
      if (key === undefined) return undefined
      if (isDownload(request)) views.download(id, viewerOf(request))
      return { key, fileSet: key, headers: pageEpubHeaders(savedFileName(book, PAGE_EPUB_FORMAT)) }
    }),
  )
  app.get<Signed>('/files/kepub/:id/:name', (request, reply) =>
    sendStored(request, reply, openBook, async ({ pdf, maySave, ...book }) => {
      const { id } = request.params
      if (!maySave) throw new Problem('readHereOnly')
      const key = formatOf(pdf).name === 'epub' ? pdf : await readPageEpubKey(services.db, { id, pdf })
      if (key === undefined) return undefined
      if (isDownload(request)) views.download(id, viewerOf(request))
      return { key, fileSet: key, isKepub: true, headers: kepubHeaders(savedFileName(book, KEPUB_FORMAT)) }
    }),
  )
  app.get<Signed>('/files/paper/:id/:name', (request, reply) =>
    sendStored(request, reply, openBook, async ({ pdf, isForAuthors, ...book }) => {
      const { id } = request.params
      const key = await readPaperKey(services.db, { id, pdf, isForAuthors })
      if (key === undefined) return undefined
      if (isDownload(request)) views.download(id, viewerOf(request))
      const way = request.query.download === undefined ? 'inline' : 'attachment'
      return { key, fileSet: key, headers: paperHeaders(savedFileName(book, PAPER_FORMAT), way) }
    }),
  )
  app.get<Signed>('/files/chapter/:id/:chapterId', (request, reply) =>
    sendStored(request, reply, openChapter, ({ pdf }) => ({ key: editionKeyOf(pdf) ?? pdf, headers: EDITION_HEADERS })),
  )
  app.get<Signed>('/files/manuscript/:id/:name', (request, reply) =>
    sendStored(request, reply, openBook, ({ pdf, manuscriptName, isForAuthors, ...book }) => {
      const key = isForAuthors ? manuscriptKeyOf(pdf) : undefined
      if (key === undefined || manuscriptName === null) return undefined
      return { key, headers: manuscriptHeaders(book, extensionOf(manuscriptName)) }
    }),
  )
}

const kepubHeaders = (name: string) => ({
  'content-type': KEPUB_FORMAT.contentType,
  'content-disposition': disposition('attachment', name, KEPUB_FORMAT),
  'content-security-policy': KEPUB_FORMAT.policy,
})

const pageEpubHeaders = (name: string) => ({
  'content-type': PAGE_EPUB_FORMAT.contentType,
  'content-disposition': disposition('attachment', name, PAGE_EPUB_FORMAT),
  'content-security-policy': PAGE_EPUB_FORMAT.policy,
})

const paperHeaders = (name: string, way: 'inline' | 'attachment') => ({
  'content-type': PAPER_FORMAT.contentType,
  'content-disposition': disposition(way, name, PAPER_FORMAT),
  'content-security-policy': PAPER_FORMAT.policy,
})

/** What its author gets back as it was: no browser shows it. */
const manuscriptHeaders = (book: { title: string; author: string }, extension: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': disposition('attachment', savedFileName(book, { extension }), { extension }),
  'content-security-policy': COVER_POLICY,
})

/** Lets the pages read a file of another origin part by part. Its link is a secret, and no credentials are sent with it. */
const readableFrom = (publicUrl: string | undefined) => ({
  'access-control-allow-origin': publicUrl === undefined ? '*' : new URL(publicUrl).origin,
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
})

/** Whether a file is loaded by a page, as the reader does, and not opened by itself: a browser would offer to save it. */
const isRead = ({ headers: { 'sec-fetch-dest': destination = 'empty' } }: FastifyRequest) => destination === 'empty'

/** The first part of a file that a reader, whose figures count, saves: a download may go on later. */
const isDownload = ({ method, headers, query: { download } }: FastifyRequest<Signed>) =>
  method === 'GET' &&
  download !== undefined &&
  download !== UNCOUNTED &&
  headers['if-none-match'] === undefined &&
  (headers.range === undefined || headers.range.startsWith('bytes=0-'))

const viewerOf = ({ ip, headers }: FastifyRequest<Signed>) => ({
  address: ip,
  userAgent: String(headers['user-agent'] ?? ''),
})

/** For whom a cover's picture is stored, and for how long: removed from its last book it is served for 10 s at most. */
export const storedCover = (cover: string) =>
  ({ audience: 'everyone', tags: [`cover:${cover}`], maxAgeMs: 10_000 }) as const

/** Books may share a cover. It is served unless all books that have it are hidden. */
export const assertCoverShown = async ({ db }: Services, cover: string) => {
  const books = db.selectFrom('books').select('id').where('cover', '=', cover).limit(1)
  const hidden = await books.where(sql<SqlBool>`is_hidden`).executeTakeFirst()
  if (hidden && !(await books.where(isShown).executeTakeFirst())) throw new Problem('notFound')
}

/** Partial requests and lists of tags are answered from the disk. */
const isPlain = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined
