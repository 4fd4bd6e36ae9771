import { PREVIEW, counted } from '#web/messages/publishing.ts'
import type { Words } from './check-book.ts'
import { DrawnCover, ImageCover } from './drawn-cover.tsx'
import css from './preview.module.css'

interface PreviewProps {
  words: Words
  firstPage: string | undefined
  image: string | undefined
  pageCount: number | undefined
  /** The cover that a book has already. */
  kept?: string
  rated?: string
}

/** The card as readers will see it. */
export const Preview = ({ words, firstPage, image, pageCount, kept, rated = PREVIEW.unrated }: PreviewProps) => {
  const pictures = { kept, image, 'first-page': firstPage, series: undefined }
  const picture = pictures[words.cover]
  const facts = [rated, pageCount ? counted(pageCount) : '', words.genre]
  return (
    <aside className={`on-blotter ${css.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title">{PREVIEW.title}</h2>
      <div className={css.cover}>{picture ? <ImageCover src={picture} /> : <DrawnCover {...words} />}</div>
      <div className={css.caption}>
        <p className={css.title} dir="auto">
          {words.title || PREVIEW.yourTitle}
        </p>
        <p className={css.author} dir="auto">
          {words.author || PREVIEW.yourName}
        </p>
        <p className={css.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </aside>
  )
}
