import { classNames } from '#web/ui/class-names.ts'
import { BOOK } from '#web/messages/books.ts'
import css from './caption.module.css'
import { written } from './written.ts'

/** A drop cap needs a letter that can be one, and lines enough to stand in. */
const DROPS = /^\p{Script=Latin}/u
const LONG_ENOUGH = 280

/** The book's own words on itself, set as prose. */
export const Caption = ({ text }: { text: string }) => (
  <section className={`prose ${css.caption}`} aria-label={BOOK.about}>
    {text.split(/\n{2,}/).map((paragraph, index) => (
      <p
        key={index}
        className={classNames(index === 0 && DROPS.test(paragraph) && paragraph.length > LONG_ENOUGH && css.drop)}
        {...written(paragraph)}
      >
        {paragraph}
      </p>
    ))}
  </section>
)
