import { genreName } from '#web/language/genre-name.ts'
import { PREVIEW } from '#web/messages/publishing.ts'
import type { BookFields } from './check-book.ts'
import { DrawnCover, ImageCover, PageCover } from './drawn-cover.tsx'
import type { StoredCover } from './drawn-cover.tsx'
import css from './preview.module.css'
import type { useBookFile } from './use-book-file.ts'
import { SIGNS } from '#web/messages/signs.ts'

interface PreviewProps {
  fields: BookFields
  file: Pick<ReturnType<typeof useBookFile>, 'firstPage' | 'fileCover'>
  image: string | undefined
  /** Their number, in words. */
  pages: string | undefined
  /** The cover that the book has already. */
  current?: StoredCover
  rated?: string | undefined
}

/** The book's card as readers will see it. */
export const Preview = ({ fields, file, image, pages, current, rated = PREVIEW.unrated }: PreviewProps) => {
  const facts = [rated, pages, genreName(fields.genre)]
  return (
    <aside className={`on-blotter ${css.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title">{PREVIEW.title}</h2>
      <div className={css.cover}>
        <ChosenCover fields={fields} file={file} image={image} current={current} />
      </div>
      <div className={css.caption}>
        <p className={css.title} dir="auto">
          {fields.title || PREVIEW.yourTitle}
        </p>
        <p className={css.author} dir="auto">
          {fields.author || PREVIEW.yourName}
        </p>
        <p className={css.facts}>{facts.filter(Boolean).join(SIGNS.dot)}</p>
      </div>
    </aside>
  )
}

type ChosenCoverProps = Pick<PreviewProps, 'fields' | 'file' | 'image' | 'current'>

const ChosenCover = ({ fields, file: { firstPage, fileCover }, image, current }: ChosenCoverProps) => {
  if (fields.cover === 'first-page' && firstPage) return <PageCover page={firstPage} genre={fields.genre} />
  const picture = {
    current,
    image: image && { src: image },
    file: fileCover ? { src: fileCover } : current,
    'first-page': undefined,
    series: undefined,
  }[fields.cover]
  return picture ? <ImageCover {...picture} /> : <DrawnCover {...fields} seed={fields.coverSeed} />
}
