import { Suspense } from 'react'
import type { Ref } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { READING } from '#web/messages/reading.ts'
import { JumpBack } from './jump-back.tsx'
import { optionalPart } from './optional-part.ts'
import { PositionNotice } from './position-notice.tsx'
import css from './reader.module.css'
import type { OpenBook } from './use-open-book.ts'

const TextOffer = optionalPart(async () => (await import('./text-offer.tsx')).TextOffer)

interface ReaderNoticesProps {
  ref: Ref<HTMLDivElement>
  book: BookDetail
  open: OpenBook
  isFinding: boolean
  onFocusPages: () => void
}

/** What the reader says over the foot of the pages: the way back, offers, where others are, and what is not sent yet. */
export const ReaderNotices = ({ ref, book, open, isFinding, onFocusPages }: ReaderNoticesProps) => {
  const { pages, state, isShown, text, position, jump } = open
  const page = state.step === 'open' ? state.page : 1
  const isTextOffered =
    !position.notice && text.isUndecided && state.step === 'open' && state.zoom === 'text' && isNarrow()
  return (
    <div ref={ref} className={css.notices} aria-live="polite">
      {isShown && jump.jumpedFrom !== undefined && (
        <JumpBack
          page={jump.jumpedFrom}
          onBack={() => {
            jump.goBack()
            onFocusPages()
          }}
        />
      )}
      {pages && isShown && isTextOffered && (
        <Suspense>
          <TextOffer pages={pages} page={page} onAccept={text.open} onDecline={() => text.close()} />
        </Suspense>
      )}
      {isShown && position.notice && (position.notice.kind === 'elsewhere' || !isFinding) && (
        <PositionNotice notice={position.notice} book={book} page={page} onAnswer={position.onNoticeAnswer} />
      )}
      {position.isUnsent && <p className={css.unsent}>{READING.unsent}</p>}
    </div>
  )
}

/** On a wider screen the letters of a page are rarely too small. */
const isNarrow = () => window.matchMedia('(max-width: 40rem)').matches
