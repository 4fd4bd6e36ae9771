import type { TextBlock } from '#contract/text-view.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** All blocks of the text view of a book's file; none if it has no text view. */
export const readWholeText = async (db: Database, { id, pdf }: { id: string; pdf: string }): Promise<TextBlock[]> => {
  const parts = await db
    .selectFrom('textViewParts')
    .innerJoin('bookTexts', 'bookTexts.id', 'textId')
    .select('blocks')
    .where('bookId', '=', id)
    .where('pdf', '=', pdf)
    .where('hasView', '=', true)
    .orderBy('firstPage')
    .execute()
  return parts.flatMap(({ blocks }) => blocks as unknown as TextBlock[])
}
