import { useState } from 'react'
import type { Book } from '#contract/books.ts'
import css from './book-thumb.module.css'

const STORED_COVER = /\.webp$/

/** A small cover, or the title's first letter if there is none, it fails to load or the book is hidden. */
export const BookThumb = ({
  book: { title, image, imageColor, isHidden = false },
}: {
  book: Pick<Book, 'title' | 'image' | 'imageColor'> & { isHidden?: boolean }
}) => {
  const [failed, setFailed] = useState('')
  const hasImage = !isHidden && image !== '' && failed !== image
  return (
    <span className={css.thumb} style={{ backgroundColor: imageColor }} aria-hidden="true">
      {hasImage ? (
        <img
          src={image.replace(STORED_COVER, '-160.webp')}
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
