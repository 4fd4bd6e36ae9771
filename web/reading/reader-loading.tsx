import type { Book } from '#contract/books.ts'
import { Cover } from '#web/books/cover.tsx'
import { READING } from '#web/messages/reading.ts'
import { Loading } from '#web/ui/loading.tsx'
import css from './reader-loading.module.css'

/** A blank page with the book's cover and a loading text, shown until the book is open. */
export const ReaderLoading = ({ book }: { book?: Pick<Book, 'image' | 'imageColor'> }) => (
  <div className={css.sheet}>
    {book && (
      <span className={css.cover}>
        <Cover book={book} sizes="7rem" first />
      </span>
    )}
    <Loading text={READING.opening} />
  </div>
)
