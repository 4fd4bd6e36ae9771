import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getReportCase } from '#contract/calls/report-queue.ts'
import type { Decision } from '#contract/values/reports.ts'
import type { User } from '#contract/shapes/people.ts'
import type { QueuedCase } from '#contract/report-queue.ts'
import { query } from '#web/api/query.ts'
import { QUEUE } from '#web/messages/report-queue.ts'
import { REASONS } from '#web/messages/reports.ts'
import { formatDay } from '#web/moderation/format-day.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { CaseDetails } from './case-details.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import staff from '#web/staff/staff-page.module.css'
import css from './queue.module.css'
import { useDecide } from './use-decide.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** One case of the queue: what was reported, how often and why, with the decisions that can be made. */
export const CaseArticle = ({ row, user }: { row: QueuedCase; user: User }) => {
  const { kind, name, bookId, owner, reasons, words, said } = row
  const path = kind === 'list' ? `/lists/${row.subjectId}` : bookId && `/books/${bookId}`
  const titleId = `case-${row._id}`
  return (
    <article className={staff.row} aria-labelledby={titleId}>
      <div className={staff.about}>
        <h2 id={titleId} className={staff.name} dir="auto">
          {path ? <Link to={path}>{name}</Link> : name}
        </h2>
        <p className="muted">
          {QUEUE.kindOf[kind]} {owner && kind !== 'person' && <bdi>{QUEUE.by(owner)}</bdi>}
        </p>
        <p>
          <b>{QUEUE.count(row.reportCount)}</b>
          {reasons.map(({ reason, count }) => ` · ${REASONS[reason]}${reasons.length > 1 ? ` (${count})` : ''}`)}
          {` · ${QUEUE.since(formatDay(row.firstAt))}`}
        </p>
        <Marks row={row} />
        {words && (
          <p className={staff.words} dir="auto">
            {words}
          </p>
        )}
        {said && (
          <p className={classNames(staff.words, css.said)} dir="auto">
            {QUEUE.said(said)}
          </p>
        )}
        <CaseDetails id={row._id} />
      </div>
      {(kind === 'book' || kind === 'person') && <Pictures row={row} />}
      <Actions row={row} user={user} />
    </article>
  )
}

const Marks = ({
  row: { hasNotice, hasAnswer, outcome, isOpen, decidedBy, until, returnsAt },
}: {
  row: QueuedCase
}) => {
  const marks = [
    hasNotice && QUEUE.notice,
    hasAnswer && QUEUE.answered,
    outcome &&
      [
        QUEUE.outcomes[outcome],
        until && QUEUE.until(formatDay(until)),
        !isOpen && QUEUE.decidedBy(decidedBy),
        returnsAt && QUEUE.returns(formatDay(returnsAt)),
      ]
        .filter(Boolean)
        .join(SIGNS.comma),
  ].filter(Boolean)
  return marks.length > 0 ? <p className={css.marks}>{marks.join(SIGNS.dot)}</p> : null
}

/** The cover and the page at the time of the latest report. */
const Pictures = ({ row: { _id: id, name } }: { row: QueuedCase }) => {
  const { data } = useQuery(query(getReportCase, { params: { id } }))
  const [latest] = data?.evidence ?? []
  return (
    <div className={css.pictures}>
      {latest?.cover && <img src={latest.cover} alt={QUEUE.cover(name)} />}
      {latest?.page && <img src={latest.page} alt={QUEUE.page(latest.pageNumber ?? 1)} />}
    </div>
  )
}

const Actions = ({ row, user }: { row: QueuedCase; user: User }) => {
  const [dialog, setDialog] = useState<'hide' | 'suspend'>()
  const { mutate, isPending, variables } = useDecide(row)
  const decide = (decision: Decision) => mutate({ decision })
  return (
    <div className={css.actions}>
      {decisionsFor(row, user).map(({ decision, label }) => (
        <Button
          key={decision}
          danger={decision === 'hide' || decision === 'suspend'}
          busy={isPending && variables?.decision === decision}
          aria-label={QUEUE.of(label, row.name)}
          onClick={() => (decision === 'hide' || decision === 'suspend' ? setDialog(decision) : decide(decision))}
        >
          {label}
        </Button>
      ))}
      {dialog && <DecideDialog row={row} decision={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/** The decisions that fit a case, as the server accepts them. */
const decisionsFor = (
  { isOpen, isOwn, outcome, kind }: QueuedCase,
  { userType }: User,
): { decision: Decision; label: string }[] => {
  if (isOwn) return []
  const isInForce = outcome === 'hidden' || outcome === 'suspended'
  const mayEnd = outcome !== 'suspended' || userType === 'admin'
  if (!isOpen && isInForce) return mayEnd ? [{ decision: 'restore', label: QUEUE.undo }] : []
  if (!isOpen) return outcome === 'dismissed' ? [{ decision: 'reopen', label: QUEUE.undo }] : []
  if (isInForce)
    return [
      ...(mayEnd
        ? [{ decision: 'restore' as const, label: outcome === 'hidden' ? QUEUE.restore : QUEUE.endSuspension }]
        : []),
      { decision: 'uphold', label: QUEUE.uphold },
    ]
  return [
    { decision: 'hide', label: QUEUE.hide },
    ...(kind === 'person' && userType === 'admin' ? [{ decision: 'suspend' as const, label: QUEUE.suspend }] : []),
    { decision: 'dismiss', label: QUEUE.dismiss },
  ]
}
