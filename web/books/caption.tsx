import type { BookDetail } from '#contract/books.ts'
import { classNames } from '#web/ui/class-names.ts'
import { BOOK } from '#web/messages/books.ts'
import css from './caption.module.css'
import { textAttributes } from './text-attributes.ts'

/** A drop cap needs a Latin letter and three lines of text, which are about 180 letters. */
const LATIN_START = /^\p{Script=Latin}/u
const DROP_CAP_MIN = 180

/** The book's caption in paragraphs. */
export const Caption = ({ book: { caption, language } }: { book: Pick<BookDetail, 'caption' | 'language'> }) => (
  <section className={`prose ${css.caption}`} aria-label={BOOK.about}>
    {caption.split(/\n{2,}/).map((paragraph, index) => (
      <p
        key={index}
        className={classNames(
          index === 0 && LATIN_START.test(paragraph) && paragraph.length > DROP_CAP_MIN && css.drop,
        )}
        {...textAttributes(paragraph, language)}
      >
        {paragraph}
      </p>
    ))}
  </section>
)
