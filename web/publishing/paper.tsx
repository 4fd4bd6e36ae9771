import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { getPaper, makePaper, removePaper } from '#contract/calls/paper.ts'
import { PAPER_REFRESH_MS, PAPER_SIZES } from '#contract/values/paper.ts'
import type { Paper as Made, PaperOptions } from '#contract/paper.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { megabytes } from '#web/messages/counts.ts'
import { PAPER } from '#web/messages/paper.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SelectField } from '#web/ui/text-field.tsx'
import css from './details-fields.module.css'
import { pagesOf } from './file-field.tsx'

/** The PDF for paper of an EPUB, folded: how it is made, and the PDF itself. */
export const Paper = ({ bookId }: { bookId: string }) => {
  const [isOpen, setOpen] = useState(false)
  const params = { id: bookId }
  const made = useQuery({
    ...query(getPaper, { params }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data?.paper?.state === 'waiting' ? PAPER_REFRESH_MS : false),
  })
  return (
    <details className={css.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>
          {PAPER.title}
          <small>{PAPER.text}</small>
        </span>
        <Icon of={Plus} />
      </summary>
      <Loaded query={made} call={getPaper} loading={isOpen && PAPER.loading}>
        {({ paper }) => <PaperForm bookId={bookId} paper={paper} />}
      </Loaded>
    </details>
  )
}

const FIRST: PaperOptions = { size: 'a5', opensRight: true, cropMarks: false, bleed: false, isOffered: false }

const PaperForm = ({ bookId, paper }: { bookId: string; paper: Made | null }) => {
  const [changed, setChanged] = useState<Partial<PaperOptions>>({})
  const client = useQueryClient()
  const params = { id: bookId }
  const { size, opensRight, cropMarks, bleed, isOffered } = { ...FIRST, ...paper, ...changed }
  const show = (answer: { paper: Made | null }) => {
    client.setQueryData(query(getPaper, { params }).queryKey, answer)
    setChanged({})
  }
  const make = useAction({
    call: makePaper,
    send: () => api(makePaper, { params, body: { size, opensRight, cropMarks, bleed, isOffered } }),
    onDone: show,
  })
  const remove = useAction({
    call: removePaper,
    send: () => api(removePaper, { params }),
    done: PAPER.removed,
    onDone: () => show({ paper: null }),
  })
  const check = (name: 'opensRight' | 'cropMarks' | 'bleed' | 'isOffered', isChecked: boolean, hint?: string) => (
    <label className={css.check}>
      <input
        type="checkbox"
        name={name}
        checked={isChecked}
        onChange={({ target }) => setChanged({ ...changed, [name]: target.checked })}
      />
      <span>
        {PAPER[name]}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
  return (
    <div className={css.fields}>
      <SelectField
        label={PAPER.size}
        name="paperSize"
        hint={PAPER.hint}
        value={size}
        onChange={({ target }) => setChanged({ ...changed, size: target.value as PaperOptions['size'] })}
      >
        {PAPER_SIZES.map((one) => (
          <option key={one} value={one}>
            {PAPER.sizes[one]}
          </option>
        ))}
      </SelectField>
      {check('opensRight', opensRight)}
      {check('cropMarks', cropMarks, PAPER.cropMarksHint)}
      {check('bleed', bleed, PAPER.bleedHint)}
      {check('isOffered', isOffered, PAPER.isOfferedHint)}
      {paper && <PaperState paper={paper} />}
      <p className={css.paperActions}>
        <Button type="button" busy={make.isPending} onClick={() => make.mutate()}>
          {paper ? PAPER.change : PAPER.make}
        </Button>
        {paper && (
          <Button type="button" kind="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            {PAPER.remove}
          </Button>
        )}
      </p>
    </div>
  )
}

const PaperState = ({ paper: { state, pageCount, bytes, notices, url, downloadUrl } }: { paper: Made }) => (
  <>
    <p role="status">
      {PAPER.states[state]}{' '}
      {pageCount !== null &&
        bytes !== null &&
        PAPER.facts(pagesOf({ format: 'pdf', pageCount }) ?? '', megabytes(bytes))}
    </p>
    {notices.length > 0 && (
      <ul>
        {notices.map((one) => (
          <li key={one}>{PAPER.notices[one]}</li>
        ))}
      </ul>
    )}
    {url && downloadUrl && (
      <p className={css.paperActions}>
        <a href={url} target="_blank" rel="noreferrer">
          {PAPER.open}
        </a>
        <a href={downloadUrl}>{PAPER.download}</a>
      </p>
    )}
  </>
)
