import { PREVIEW, counted } from '#web/messages/publishing.ts'
import type { BookFields } from './check-book.ts'
import { DrawnCover, ImageCover } from './drawn-cover.tsx'
import css from './preview.module.css'

interface PreviewProps {
  fields: BookFields
  firstPage: string | undefined
  image: string | undefined
  pageCount: number | undefined
  /** The cover that the book has already. */
  current?: string
  rated?: string
}

/** The book's card as readers will see it. */
export const Preview = ({ fields, firstPage, image, pageCount, current, rated = PREVIEW.unrated }: PreviewProps) => {
  const pictures = { current, image, 'first-page': firstPage, series: undefined }
  const picture = pictures[fields.cover]
  const facts = [rated, pageCount ? counted(pageCount) : '', fields.genre]
  return (
    <aside className={`on-blotter ${css.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title">{PREVIEW.title}</h2>
      <div className={css.cover}>{picture ? <ImageCover src={picture} /> : <DrawnCover {...fields} />}</div>
      <div className={css.caption}>
        <p className={css.title} dir="auto">
          {fields.title || PREVIEW.yourTitle}
        </p>
        <p className={css.author} dir="auto">
          {fields.author || PREVIEW.yourName}
        </p>
        <p className={css.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </aside>
  )
}
