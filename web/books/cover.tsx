import type { Book } from '#contract/books.ts'
import css from './cover.module.css'

const WIDTHS = [160, 320, 640]
const STORED = /\.webp$/

interface CoverProps {
  book: Pick<Book, 'image' | 'imageColor'>
  /** How wide it stands, as in an img's `sizes`. */
  sizes: string
  /** It is among the first things to see. */
  first?: boolean
}

/** A cover beside words that say what it is: two wide, three high, its colour there before it is. */
export const Cover = ({ book: { image, imageColor }, sizes, first = false }: CoverProps) => (
  <span className={css.cover} style={{ backgroundColor: imageColor }}>
    <picture>
      {STORED.test(image) && <source type="image/avif" srcSet={srcSet(image, 'avif')} sizes={sizes} />}
      {STORED.test(image) && <source type="image/webp" srcSet={srcSet(image, 'webp')} sizes={sizes} />}
      <img
        src={image}
        alt=""
        width={640}
        height={960}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  </span>
)

const srcSet = (image: string, form: 'avif' | 'webp') =>
  WIDTHS.map((width) => `${image.replace(STORED, `-${width}.${form}`)} ${width}w`).join(', ')
