import type { Chapter } from '#contract/chapters.ts'
import { CHAPTERS } from '#web/messages/chapters.ts'
import { grouped } from '#web/messages/counts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './chapters.module.css'
import { Findings } from './findings.tsx'
import { LANGUAGE } from '#web/messages/language.ts'

const KILOBYTE = 1024
const DAY = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'long' })

interface ChapterRowProps {
  bookId: string
  chapter: Chapter
  mayChange: boolean
  /** The book can take it now. */
  mayPublish: boolean
  busy: boolean
  onPublish: () => void
  onPlan: () => void
  onCancelPlan: () => void
  onEdit: () => void
  onRemove: () => void
}

/** A chapter with its state, and what its author can do with one that is not out. */
export const ChapterRow = ({ bookId, chapter, mayChange, mayPublish, busy, ...on }: ChapterRowProps) => {
  const { _id: id, title, comingAt, failure, findings, file, added } = chapter
  return (
    <li className={css.chapter}>
      <h2 dir="auto">{title}</h2>
      <p>{stateOf(chapter)}</p>
      {failure !== null && <Notice kind="bad">{CHAPTERS.failed(failure)}</Notice>}
      {file && <p className="hint">{CHAPTERS.facts(file.name, grouped(Math.ceil(file.bytes / KILOBYTE)))}</p>}
      {!added && findings.length > 0 && <Findings texts={findings} fileName={file?.name} />}
      {!added && (
        <div className={css.actions}>
          {mayChange && mayPublish && (
            <>
              <Button busy={busy} aria-label={CHAPTERS.publishOf(title)} onClick={on.onPublish}>
                {CHAPTERS.publish}
              </Button>
              <Button kind="quiet" aria-label={CHAPTERS.planOf(title)} onClick={on.onPlan}>
                {comingAt === null ? CHAPTERS.plan : CHAPTERS.changePlan}
              </Button>
            </>
          )}
          {mayChange && comingAt !== null && (
            <Button kind="quiet" busy={busy} onClick={on.onCancelPlan}>
              {CHAPTERS.cancelPlan}
            </Button>
          )}
          <ButtonLink
            kind="quiet"
            to={`/read/${bookId}?preview&chapter=${id}`}
            target={`read-${id}`}
            aria-label={CHAPTERS.previewOf(title)}
          >
            {CHAPTERS.preview}
          </ButtonLink>
          {mayChange && (
            <>
              <Button kind="quiet" aria-label={CHAPTERS.editOf(title)} onClick={on.onEdit}>
                {CHAPTERS.edit}
              </Button>
              <Button kind="quiet" danger aria-label={CHAPTERS.removeOf(title)} onClick={on.onRemove}>
                {CHAPTERS.remove}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

const stateOf = ({ comingAt, added }: Chapter): string => {
  if (added) return CHAPTERS.states.out(DAY.format(new Date(added.at)), added.version)
  if (comingAt === null) return CHAPTERS.states.waiting
  const isLate = new Date(comingAt) < new Date()
  return (isLate ? CHAPTERS.states.late : CHAPTERS.states.coming)(formatTime(comingAt))
}
