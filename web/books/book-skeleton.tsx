import type { ReactNode } from 'react'
import { Head } from '#web/document/head.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { BOOK } from '#web/messages/books.ts'
import headerCss from './book-header.module.css'
import css from './book-skeleton.module.css'

/** The skeleton of a book's page, shown while it loads. */
export const BookSkeleton = ({ back }: { back: ReactNode }) => (
  <div className={css.skeleton}>
    <Head title={BOOK.loading} />
    <div className={`wrap ${headerCss.split}`}>
      <div className={headerCss.top}>{back}</div>
      <div className={headerCss.cover}>
        <Skeleton aspectRatio="2 / 3" />
      </div>
      <div className={headerCss.text}>
        <Loading text={BOOK.loading}>
          <div className={css.lines}>
            <Skeleton width="80%" height="3.4rem" />
            <Skeleton width="45%" height="1.4rem" />
            <Skeleton width="60%" height="2.6rem" />
            <Skeleton width="12rem" height="3.6rem" />
          </div>
        </Loading>
      </div>
    </div>
  </div>
)
