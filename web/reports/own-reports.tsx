import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listOwnHidden } from '#contract/calls/moderation.ts'
import { listOwnReports } from '#contract/calls/reports.ts'
import type { OwnHidden as Hidden } from '#contract/moderation.ts'
import type { OwnReports as Reports } from '#contract/reports.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useReasons } from '#web/language/use-reasons.ts'
import { useSentences } from '#web/language/use-sentences.ts'
import { OWN_HIDDEN } from '#web/messages/own-hidden.ts'
import { OWN_REPORTS, REASONS } from '#web/messages/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { formatDay } from '#web/moderation/format-day.ts'
import css from './reports.module.css'
import { SIGNS } from '#web/messages/signs.ts'

const AnswerDialog = openedPart(async () => (await import('./answer-dialog.tsx')).AnswerDialog)
const CounterNoticeDialog = openedPart(async () => (await import('./counter-notice-dialog.tsx')).CounterNoticeDialog)

type Made = Reports['made'][number]
type About = Reports['about'][number]

/**
 * One's reports and what came of them; decisions about one's own books and comments, which can be answered once; and what
 * else is hidden of them: by the publisher of a book, or so long ago that the case is deleted.
 */
export const OwnReports = () => {
  const reports = useQuery(query(listOwnReports))
  const { data: hidden, isPending } = useQuery(query(listOwnHidden))
  return (
    <Loaded query={reports} call={listOwnReports} loading={OWN_REPORTS.loading}>
      {(loaded) => <Lists {...loaded} hidden={hidden ?? []} isKnown={!isPending} />}
    </Loaded>
  )
}

interface ListsProps extends Reports {
  hidden: Hidden[]
  /** Whether it is known what is hidden. */
  isKnown: boolean
}

const Lists = ({ made, about, hidden, isKnown }: ListsProps) => {
  const [dialog, setDialog] = useState<{ kind: 'answer' | 'counter'; id: string }>()
  const subjects = new Set(about.map(({ subject }) => subject))
  const others = hidden.filter(({ byPublisher, subject }) => byPublisher || !subjects.has(subject))
  const answer = ({ _id: id }: Made) => setDialog({ kind: 'answer', id })
  const close = () => setDialog(undefined)
  return (
    <div className={css.lists}>
      {isKnown && made.length + about.length + others.length === 0 && <p>{OWN_REPORTS.none}</p>}
      <Part title={OWN_REPORTS.about} isEmpty={about.length === 0}>
        {about.map((row) => (
          <AboutRow
            key={row._id}
            row={row}
            text={hidden.find(({ subject }) => subject === row.subject)?.text}
            onAnswer={() => answer(row)}
            onCounter={() => setDialog({ kind: 'counter', id: row._id })}
          />
        ))}
      </Part>
      <Part title={OWN_HIDDEN.title} isEmpty={others.length === 0}>
        {others.map((one) => (
          <HiddenRow key={`${one.subject} ${one.byPublisher}`} hidden={one} />
        ))}
      </Part>
      <Part title={OWN_REPORTS.made} isEmpty={made.length === 0}>
        {made.map((row) => (
          <Row key={`${row._id} ${row.at}`} row={row} fact={REASONS[row.reason]} onAnswer={() => answer(row)}>
            {row.words && <Words>{row.words}</Words>}
          </Row>
        ))}
      </Part>
      {dialog?.kind === 'answer' && <AnswerDialog id={dialog.id} onClose={close} />}
      {dialog?.kind === 'counter' && <CounterNoticeDialog id={dialog.id} onClose={close} />}
    </div>
  )
}

const Part = ({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) =>
  isEmpty ? null : (
    <div>
      <h3>{title}</h3>
      <ul className={css.list}>{children}</ul>
    </div>
  )

interface AboutRowProps {
  row: About
  /** The words of a hidden comment. */
  text: string | null | undefined
  onAnswer: () => void
  onCounter: () => void
}

const AboutRow = ({ row, text, onAnswer, onCounter }: AboutRowProps) => (
  <Row
    row={row}
    fact={REASONS[row.reason]}
    onAnswer={onAnswer}
    actions={
      row.mayCounter && (
        <Button kind="strong" onClick={onCounter}>
          {OWN_REPORTS.counter}
        </Button>
      )
    }
  >
    {text && <Words>{text}</Words>}
    {row.notices.map(({ name, work }, place) => (
      <p key={place} dir="auto">
        {OWN_REPORTS.claim(name, work)}
      </p>
    ))}
    {row.returnsAt && <p>{OWN_REPORTS.returns(formatDay(row.returnsAt))}</p>}
  </Row>
)

const HiddenRow = ({ hidden: { kind, title, text, reason, byPublisher, until } }: { hidden: Hidden }) => {
  const inWords = useReasons()
  return (
    <li>
      <p className={css.name} dir="auto">
        {kind === 'person'
          ? OWN_HIDDEN.person
          : kind === 'book'
            ? OWN_HIDDEN.book(title ?? '')
            : kind === 'list'
              ? OWN_HIDDEN.list(title ?? '')
              : OWN_HIDDEN.comment(title)}
      </p>
      {text && <Words>{text}</Words>}
      <p dir="auto">{byPublisher ? OWN_HIDDEN.byPublisher : OWN_HIDDEN.reason(inWords(reason))}</p>
      {until && <p className="muted">{OWN_HIDDEN.until(formatDay(until))}</p>}
    </li>
  )
}

const Words = ({ children }: { children: string }) => (
  <p className={css.words} dir="auto">
    {children}
  </p>
)

interface RowProps {
  row: Made
  fact: string
  onAnswer: () => void
  actions?: ReactNode
  children?: ReactNode
}

const Row = ({ row, fact, onAnswer, actions, children }: RowProps) => {
  const name = OWN_REPORTS.nameOf[row.kind](row.name)
  const translate = useSentences()
  return (
    <li>
      <p className={css.name} dir="auto">
        {name}
      </p>
      <p className={`muted ${css.facts}`}>{fact + SIGNS.dot + formatDay(row.at)}</p>
      <p>{stateOf(row)}</p>
      {row.decisionWords && <Words>{translate(row.decisionWords)}</Words>}
      {children}
      {row.answer && <Words>{OWN_REPORTS.answered(row.answer)}</Words>}
      {(row.mayAnswer || actions) && (
        <div className={css.actions}>
          {actions}
          {row.mayAnswer && (
            <Button onClick={onAnswer} aria-label={OWN_REPORTS.answerOf(name)}>
              {OWN_REPORTS.answer}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const stateOf = ({ isOpen, outcome, until, answer }: Made) => {
  const done = outcome && OWN_REPORTS.outcomes[outcome] + (until ? ` ${OWN_REPORTS.until(formatDay(until))}` : '')
  const waits = isOpen && (answer ? OWN_REPORTS.answerWaits : OWN_REPORTS.waiting)
  return [done, waits].filter(Boolean).join(SIGNS.stop)
}
