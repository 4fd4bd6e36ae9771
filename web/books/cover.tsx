import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import type { Book } from '#contract/books.ts'
import css from './cover.module.css'

const WIDTHS = [160, 320, 640]
const STORED = /\.webp$/
const HASH = /\/([\da-f]{32})\.webp$/

interface CoverProps {
  book: Pick<Book, 'image' | 'imageColor'> & Partial<Pick<Book, 'imageMounted'>>
  /** The `sizes` attribute of the img. */
  sizes: string
  /** Visible without scrolling: loaded eagerly. */
  first?: boolean
}

/**
 * A cover with the aspect ratio 2:3, in its dominant colour until the image is loaded, or the picture of the card from
 * which it moved here. Decorative: its title is beside it.
 */
export const Cover = ({ book: { image, imageColor, imageMounted }, sizes, first = false }: CoverProps) => (
  <span
    className={css.cover}
    style={{ backgroundColor: imageColor, backgroundImage: loadedPicture(image) }}
    data-mounted={imageMounted || undefined}
  >
    <picture>
      {STORED.test(image) && <source type="image/avif" srcSet={srcSet(image, 'avif')} sizes={sizes} />}
      {STORED.test(image) && <source type="image/webp" srcSet={srcSet(image, 'webp')} sizes={sizes} />}
      <img
        src={jpegOf(image)}
        alt=""
        // Its size where no style sheet is read, as in old browsers of e-readers.
        width={160}
        height={240}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  </span>
)

const srcSet = (image: string, format: 'avif' | 'webp') =>
  WIDTHS.map((width) => `${image.replace(STORED, `-${width}.${format}`)} ${width}w`).join(', ')

/** For browsers that take no source of the picture, such as those of e-readers: they know no WebP either. */
const jpegOf = (image: string) => {
  const hash = HASH.exec(image)?.[1]
  return hash ? `/opds/cover/${hash}-320.jpg` : image
}

/** The view transition name of the cover that moves from a card to the book's page; also in book-header.module.css. */
const TRANSITION_NAME = 'book-cover'

/** The cover that moves: its image, the address of the picture that was loaded for it, and whether it moves back. */
let moving: { image: string; loaded?: string | undefined; isBack?: boolean } | undefined

const loadedPicture = (image: string) =>
  moving?.image === image && moving.loaded ? `url(${JSON.stringify(moving.loaded)})` : undefined

/**
 * Makes `cover` the only element with the transition name, including the cover of a book page's header. The browser
 * skips a view transition if two elements have the same name.
 */
export const startCoverTransition = (cover: HTMLElement | null, image: string) => {
  for (const other of document.querySelectorAll<HTMLElement>('[data-cover-transition]'))
    other.style.setProperty('view-transition-name', 'none')
  cover?.setAttribute('data-cover-transition', '')
  cover?.style.setProperty('view-transition-name', TRANSITION_NAME)
  moving = { image, loaded: cover?.querySelector('img')?.currentSrc }
}

/** For a book's page: its cover moves back to the first card of the book on the next page. */
export const useCoverMovesBack = (image: string) =>
  useLayoutEffect(
    () => () => {
      // Unless the cover of another book moves to its page.
      if (!moving || moving.image === image) moving = { image, isBack: true }
    },
    [image],
  )

/** For a card: the cover of the book whose page has just been left moves here. */
export const useCoverArrives = (cover: RefObject<HTMLElement | null>, image: string) =>
  useLayoutEffect(() => {
    if (moving?.isBack && moving.image === image) startCoverTransition(cover.current, image)
  }, [cover, image])
