import { useState } from 'react'
import type { Book } from '#contract/books.ts'
import css from './book-thumb.module.css'

const STORED = /\.webp$/

/** A small cover beside its title, or where it has none or it doesn't come, the title's first letter. */
export const BookThumb = ({
  book: { title, image, imageColor },
}: {
  book: Pick<Book, 'title' | 'image' | 'imageColor'>
}) => {
  const [failed, setFailed] = useState('')
  const isThere = image !== '' && failed !== image
  return (
    <span className={css.thumb} style={{ backgroundColor: imageColor }} aria-hidden="true">
      {isThere ? (
        <img
          src={image.replace(STORED, '-160.webp')}
          alt=""
          width={40}
          height={60}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(image)}
        />
      ) : (
        <span className={css.letter}>{[...title][0]}</span>
      )}
    </span>
  )
}
