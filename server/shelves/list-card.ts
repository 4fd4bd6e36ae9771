import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Book } from '#contract/books.ts'
import { createApi } from '#contract/api/client.ts'
import { coverGenre } from '#contract/shapes/genres.ts'
import { type BookList, getList } from '#contract/lists.ts'
import { Problem } from '#contract/api/problems.ts'
import { getSiteSettings } from '#contract/site.ts'
import { CARD_COVERS } from '#covers/list-card.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { admitRendering } from '#server/platform/http/request/admission.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { COVER_POLICY } from '#server/platform/http/response/headers.ts'
import { ImageQueueFullError, rethrowImageError } from '#server/platform/images/image-error.ts'
import type { CardBook } from '#server/platform/images/image-processor.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { type FindTexts, LANGUAGE_HEADER } from '#server/site/readers-texts.ts'

const COVER = /([\da-f]{32})\.webp$/
/** A card has about 100 KB. */
const KEPT_BYTES = 8 * 1024 * 1024
/** So many cards wait to be drawn, so that covers of uploads hardly wait for them. */
const WAITING = 4

/**
 * The picture of a public list for shared links. It is read as a visitor each time, so that it is gone with the page, and with each
 * book that visitors no longer see; drawn again only where something on it has changed.
 */
export const listCardRoute = (app: FastifyInstance, services: Services, findTexts: FindTexts) => {
  const { limiter, storage, images } = services
  const fetchInProcess = inProcessFetch(app)
  const api = createApi((path, init) => withinDatabaseTime(() => fetchInProcess(path, init)))
  const drawn = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })
  const drawing = new Map<string, Promise<Buffer>>()
  const inTurn = createConcurrencyLimit({
    concurrency: 1,
    maxQueue: WAITING,
    onFull: () => new ImageQueueFullError('Too many cards are waiting to be drawn'),
  })

  const bookOf = async ({ title, author, genre, image }: Book): Promise<CardBook> => {
    const hash = COVER.exec(image)?.[1]
    // A file that is missing or damaged is drawn anew.
    const file = hash ? await buffer(storage.read(coverKey(hash, '-320.webp'))).catch(() => undefined) : undefined
    return { title, author, genre: coverGenre(genre), ...(file && { image: file }) }
  }
  const draw = async (list: BookList, words: CardWords, etag: string) => {
    const card = await inTurn(async () =>
      images.drawListCard({ ...words, books: await Promise.all(list.books.map(bookOf)) }),
    )
    drawn.set(etag, card)
    return card
  }
  const cardOf = (list: BookList, words: CardWords, etag: string): Promise<Buffer> => {
    const known = drawing.get(etag) ?? draw(list, words, etag).finally(() => drawing.delete(etag))
    drawing.set(etag, known)
    return known.catch(rethrowImageError)
  }

  app.get<{ Params: { id: string } }>('/lists/:id/card.jpg', async (request: FastifyRequest, reply) => {
    admitRendering(limiter, request)
    const { id } = request.params as { id: string }
    const [{ siteName }, list, { texts }] = await Promise.all([
      api(getSiteSettings),
      api(getList, { params: { id }, query: { limit: CARD_COVERS } }),
      findTexts(request.headers),
    ])
    if (list.visibility !== 'public') throw new Problem('listNotFound')
    const words = wordsOf(list, siteName, texts)
    const etag = etagOf(list, words)
    void reply.headers({
      etag,
      'cache-control': 'public, no-cache',
      'content-security-policy': COVER_POLICY,
      'x-robots-tag': 'noindex',
      vary: LANGUAGE_HEADER,
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(drawn.get(etag) ?? (await cardOf(list, words, etag)))
  })
}

const wordsOf = ({ name, owner, totalBooks }: BookList, siteName: string, { catalogs: { LIST_CARD } }: Texts) => ({
  name,
  siteName,
  owner: LIST_CARD.by({ name: owner.username, books: LIST_CARD.books({ count: totalBooks }) }),
})

type CardWords = ReturnType<typeof wordsOf>

/** Names everything that is on the card. */
const etagOf = (list: BookList, words: CardWords) => {
  const books = list.books.map(({ title, author, genre, image }) => [title, author, genre, image])
  const said = JSON.stringify([words, books])
  return `"${createHash('sha256').update(said).digest('base64url')}"`
}
