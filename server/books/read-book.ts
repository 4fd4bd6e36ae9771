import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { isShown } from './is-shown.ts'

const LINK_SECONDS = 6 * 3600
/** Two clocks may differ by so much. */
const SKEW_SECONDS = 60

/** Signs links to files; the key is made once and kept in the database, so that every process knows it. */
export const fileSigner = async ({ db }: Services) => {
  const { key } = await db.selectFrom('fileKeys').select('key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return (bookId: string, expires: number) =>
    createHmac('sha256', key).update(`${bookId}.${expires}`).digest('base64url')
}

export type Sign = Awaited<ReturnType<typeof fileSigner>>

/** A link to the PDF that works for six hours, and no longer than the book. */
export const pdfLink = async ({ db, settings, now }: Services, sign: Sign, id: string) => {
  const book = await db.selectFrom('books').select('pdfName').where('id', '=', id).where(isShown).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  const expires = Math.floor(now().getTime() / 1000) + LINK_SECONDS
  const name = encodeURIComponent(book.pdfName)
  return { pdfUrl: `${settings.filesOrigin ?? ''}/files/pdf/${id}/${name}?e=${expires}&s=${sign(id, expires)}` }
}

/** Verifies a signed link and finds its PDF. The book is looked up each time: a link stops working when its book is deleted or hidden. */
export const openSigned = async (
  { db, now }: Services,
  sign: Sign,
  { id, expires, signature }: { id: string; expires: string; signature: string },
) => {
  const until = /^\d{1,12}$/.test(expires) ? Number(expires) : 0
  const expected = Buffer.from(sign(id, until))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || until + SKEW_SECONDS < now().getTime() / 1000) throw new Problem('badLink')
  const book = await db
    .selectFrom('books')
    .select(['pdf', 'pdfName', 'pdfBytes'])
    .where('id', '=', id)
    .where(isShown)
    .executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  return book
}
