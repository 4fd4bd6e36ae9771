import { Link } from 'react-router'
import type { FileAdvice } from '#contract/shapes/file-advice.ts'
import type { SameFile } from '#contract/shapes/rights.ts'
import { ADVICE, ADVICE_LIST } from '#web/messages/file-advice.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './file-field.module.css'
import { isOtherTitle } from './is-other-title.ts'
import { SIGNS } from '#web/messages/signs.ts'

interface FileAdviceListProps {
  advice: readonly FileAdvice[]
  /** The title in the file, and that of the form. */
  fileTitle: string
  title: string
}

/** What could be better in a file, each with how to correct it. None of it keeps the book from being published. */
export const FileAdviceList = ({ advice, fileTitle, title }: FileAdviceListProps) => {
  const all = isOtherTitle(fileTitle, title) ? [...advice, { kind: 'other-title' as const }] : advice
  if (all.length === 0) return null
  return (
    <details className={css.findings}>
      <summary>{ADVICE_LIST.title(all.length)}</summary>
      <p>{ADVICE_LIST.none}</p>
      <ul>
        {all.map((one) => (
          <li key={one.kind} dir="auto">
            {ADVICE[one.kind].what} {placeOf(one, fileTitle)} <strong>{ADVICE[one.kind].how}</strong>
          </li>
        ))}
      </ul>
    </details>
  )
}

const placeOf = ({ kind, pages, count }: FileAdvice, fileTitle: string) => {
  if (kind === 'other-title') return ADVICE_LIST.fileTitle(fileTitle)
  if (pages)
    return pages.length === 1 ? ADVICE_LIST.page(pages[0] ?? 0) : ADVICE_LIST.pages(pages.map(String).join(SIGNS.comma))
  return count === undefined ? '' : ADVICE_LIST.images(count)
}

/** A book of another account has the same file. */
export const SameFileNotice = ({ book: { _id, title, author } }: { book: SameFile }) => (
  <Notice>
    <p>
      {ADVICE_LIST.sameFile + SIGNS.space}
      <Link to={`/books/${_id}`} target="_blank" dir="auto">
        {title + SIGNS.comma + author}
      </Link>
      {SIGNS.stop}
      {ADVICE_LIST.sameFileHow}
    </p>
  </Notice>
)
