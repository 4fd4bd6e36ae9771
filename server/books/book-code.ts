import type { FastifyInstance } from 'fastify'
import { safeParse } from 'zod/v4/core'
import { BookParams } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { qrCode } from '#server/site/qr-code.ts'
import { isShown } from './is-shown.ts'

/** Serves the address of a book's page as a QR code. */
export const bookCodeRoute = (app: FastifyInstance, { db, siteUrl }: Services) => {
  app.get('/books/:id/code.svg', async ({ params }, reply) => {
    const { success, data } = safeParse(BookParams, params)
    const book =
      success && (await db.selectFrom('books').select('id').where('id', '=', data.id).where(isShown).executeTakeFirst())
    if (!book) throw new Problem('bookNotFound')
    reply.type('image/svg+xml').header('cache-control', 'no-cache')
    return reply.send(qrCode(`${siteUrl.current()}/books/${book.id}`))
  })
}
