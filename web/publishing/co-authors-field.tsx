import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { getBook } from '#contract/calls/books.ts'
import { addCoAuthor, askCoAuthor, listCoAuthors, orderCoAuthors, removeCoAuthor } from '#contract/calls/co-authors.ts'
import { AUTHOR_MAX } from '#contract/values/publishing.ts'
import type { CoAuthor } from '#contract/co-authors.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { keyOf, query } from '#web/api/query.ts'
import { CO_AUTHORS } from '#web/messages/co-authors.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './co-authors-field.module.css'
import detailsCss from './details-fields.module.css'

/** Who is named beside the author of a book, folded. What is done here is stored at once, not with the form. */
export const CoAuthorsField = ({ bookId }: { bookId: string }) => {
  const [isOpen, setOpen] = useState(false)
  const coAuthors = useQuery({ ...query(listCoAuthors, { params: { id: bookId } }), enabled: isOpen })
  return (
    <details className={detailsCss.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>
          {CO_AUTHORS.title}
          <small>{CO_AUTHORS.hint}</small>
        </span>
        <Icon of={Plus} />
      </summary>
      <Loaded query={coAuthors} call={listCoAuthors} loading={isOpen && CO_AUTHORS.loading}>
        {(data) => <CoAuthors bookId={bookId} coAuthors={data} />}
      </Loaded>
    </details>
  )
}

const CoAuthors = ({ bookId, coAuthors }: { bookId: string; coAuthors: CoAuthor[] }) => {
  const [name, setName] = useState('')
  const inputId = useId()
  const { isPending, failure, clearFailure, ...changes } = useChanges(bookId, inputId)
  const add = (change: typeof changes.ask) => change(name, () => setName(''))
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the input of a word in Japanese or Chinese.
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    // The form around it is the book's.
    event.preventDefault()
    if (!isPending) add(changes.ask)
  }
  return (
    <div className={css.body}>
      {coAuthors.length > 0 && (
        <ol className={css.list} aria-label={CO_AUTHORS.list}>
          {coAuthors.map((coAuthor, at) => (
            <Row
              key={coAuthor._id}
              coAuthor={coAuthor}
              busy={isPending}
              onUp={at > 0 ? () => changes.order(movedUp(coAuthors, at), at === 1) : undefined}
              onRemove={() => changes.remove(coAuthor)}
            />
          ))}
        </ol>
      )}
      <TextField
        id={inputId}
        label={CO_AUTHORS.name}
        name="coAuthor"
        hint={CO_AUTHORS.nameHint}
        error={failure}
        autoComplete="off"
        maxLength={AUTHOR_MAX * 2}
        value={name}
        onChange={(event) => {
          clearFailure()
          setName(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css.actions}>
        <Button busy={isPending} onClick={() => add(changes.ask)}>
          {CO_AUTHORS.ask}
        </Button>
        <Button busy={isPending} onClick={() => add(changes.name)}>
          {CO_AUTHORS.add}
        </Button>
      </div>
    </div>
  )
}

const movedUp = (coAuthors: CoAuthor[], at: number) => {
  const ids = coAuthors.map(({ _id }) => _id)
  const [moved = ''] = ids.splice(at, 1)
  return ids.toSpliced(at - 1, 0, moved)
}

interface RowProps {
  coAuthor: CoAuthor
  busy: boolean
  /** Absent for the first one. */
  onUp: (() => void) | undefined
  onRemove: () => void
}

const Row = ({ coAuthor: { name, state }, busy, onUp, onRemove }: RowProps) => (
  <li className={css.row}>
    <p>
      <strong dir="auto">{name}</strong>
      <small>{CO_AUTHORS.states[state]}</small>
    </p>
    <div className={css.rowActions}>
      {onUp && (
        <Button kind="quiet" busy={busy} aria-label={CO_AUTHORS.upOf(name)} onClick={onUp}>
          {CO_AUTHORS.up}
        </Button>
      )}
      <Button
        kind="quiet"
        danger
        busy={busy}
        aria-label={(state === 'asked' ? CO_AUTHORS.takeBackOf : CO_AUTHORS.removeOf)(name)}
        onClick={onRemove}
      >
        {state === 'asked' ? CO_AUTHORS.takeBack : CO_AUTHORS.remove}
      </Button>
    </div>
  </li>
)

interface Change {
  send: () => Promise<CoAuthor[]>
  call: { failureMessage?: string | undefined }
  done?: string
  onDone?: () => void
  /** The failure belongs to the field, not to a row. */
  isTyped?: boolean
}

/** The changes of the list, one at a time. */
const useChanges = (bookId: string, inputId: string) => {
  const params = { id: bookId }
  const client = useQueryClient()
  const toast = useToast()
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onMutate: () => setFailure(undefined),
    onSuccess: (coAuthors, { done, onDone }) => {
      client.setQueryData(query(listCoAuthors, { params }).queryKey, coAuthors)
      void client.invalidateQueries({ queryKey: keyOf(getBook) })
      if (done) toast.good(done)
      onDone?.()
      // The button that was pressed may be gone.
      if (onDone) document.getElementById(inputId)?.focus()
    },
    onError: (thrown, { call, isTyped }) => {
      const text = errorMessage(thrown, call)
      if (isTyped) setFailure(text)
      else toast.bad(text)
    },
  })
  return {
    isPending,
    failure,
    clearFailure: () => setFailure(undefined),
    ask: (username: string, onDone: () => void) =>
      mutate({
        call: askCoAuthor,
        done: CO_AUTHORS.asked(username.trim()),
        onDone,
        isTyped: true,
        send: () => api(askCoAuthor, { params, body: { username } }),
      }),
    name: (name: string, onDone: () => void) =>
      mutate({
        call: addCoAuthor,
        done: CO_AUTHORS.added(name.trim()),
        onDone,
        isTyped: true,
        send: () => api(addCoAuthor, { params, body: { name } }),
      }),
    order: (order: string[], isNowFirst: boolean) =>
      mutate({
        call: orderCoAuthors,
        ...(isNowFirst && { onDone: () => undefined }),
        send: () => api(orderCoAuthors, { params, body: { order } }),
      }),
    remove: ({ _id: coAuthorId, name }: CoAuthor) =>
      mutate({
        call: removeCoAuthor,
        done: CO_AUTHORS.removed(name),
        onDone: () => undefined,
        send: () => api(removeCoAuthor, { params: { ...params, coAuthorId } }),
      }),
  }
}
