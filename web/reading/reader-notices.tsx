import { Undo2 } from 'lucide'
import { Suspense } from 'react'
import type { Ref } from 'react'
import { placeIn } from '#web/reading/format/place-in.ts'
import { READING } from '#web/messages/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { FootNotice } from '#web/ui/foot-notice.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { PositionNotice } from '#web/reading/position/position-notice.tsx'
import css from './reader.module.css'
import type { OpenBook } from './use-open-book.ts'

const TextOffer = optionalPart(async () => (await import('#web/reading/text/text-offer.tsx')).TextOffer)

interface ReaderNoticesProps {
  ref: Ref<HTMLDivElement>
  open: OpenBook
  isFinding: boolean
  onFocusBook: () => void
}

/** What the reader says over the foot of the pages: the way back, offers, where others are, and what is not sent yet. */
export const ReaderNotices = ({ ref, open, isFinding, onFocusBook }: ReaderNoticesProps) => {
  const { book, state, isShown, text, position, jump } = open
  const place = state.step === 'open' ? placeIn(state) : { page: 1 }
  const { newVersion } = position
  const notice = newVersion && position.notice?.kind === 'stopped' ? undefined : position.notice
  const isTextOffered =
    !position.notice &&
    !newVersion &&
    text.isUndecided &&
    state.step === 'open' &&
    state.zoom?.value === 'text' &&
    isNarrow()
  // The button that was pressed goes with its notice.
  const decline = () => {
    text.close()
    onFocusBook()
  }
  return (
    <div ref={ref} className={css.notices} aria-live="polite">
      {isShown && jump.jumpedFrom !== undefined && (
        <Button
          className={css.jump}
          onClick={() => {
            jump.goBack()
            onFocusBook()
          }}
        >
          <Icon of={Undo2} pointing />
          {READING.backTo(jump.jumpedFrom)}
        </Button>
      )}
      {book?.letterSize && isShown && isTextOffered && (
        <Suspense>
          <TextOffer page={place.page} sizeOf={book.letterSize} onAccept={text.open} onDecline={decline} />
        </Suspense>
      )}
      {isShown && newVersion && (
        <FootNotice text={READING.newVersion(newVersion.note)} onGone={position.onVersionGone}>
          {!newVersion.isOpen && (
            <Button kind="quiet" onClick={() => void position.openNewVersion()}>
              {READING.openVersion}
            </Button>
          )}
        </FootNotice>
      )}
      {isShown && notice && (notice.kind === 'elsewhere' || !isFinding) && (
        <PositionNotice
          notice={notice}
          place={place}
          onAnswer={(chosen) => {
            position.onNoticeAnswer(chosen)
            onFocusBook()
          }}
          onGone={position.onNoticeGone}
        />
      )}
      {position.isUnsent && <FootNotice text={READING.unsent} />}
    </div>
  )
}

/** On a wider screen the letters of a page are rarely too small. */
const isNarrow = () => window.matchMedia('(max-width: 40rem)').matches
