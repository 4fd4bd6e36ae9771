import { use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import { saveDraft } from '#contract/calls/publishing.ts'
import { DRAFT_CONFLICTS } from '#contract/api/draft-problems.ts'
import type { ProblemType } from '#contract/api/problems.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { type Failure, toFailure } from '#web/api/failure.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { bookFormData } from './book-form-data.ts'
import type { BookFields } from './check-book.ts'
import { askBeforeUnload, useUpload } from './use-upload.ts'

const DELAY_MS = 1200
const RETRY_MS = 5000

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'rejected' | 'conflict'

/** What the form has. */
interface Content {
  fields: BookFields
  file: File | undefined
  image: Blob | undefined
}

interface AutosaveOptions extends Content {
  book: EditedBook
  /** The draft is about to be deleted: nothing is saved when the form is left. */
  isDeleting: boolean
  latest: RefObject<BookFields>
  onSaved: (answer: { book: EditedBook; findings?: string[] | undefined }) => void
}

const leftDrafts = new Map<string, Promise<unknown>>()

/** Suspends while a draft is still being saved whose form was left: another form would continue an older version. */
export const useLeftDraft = (id: string) => {
  const saved = leftDrafts.get(id)
  if (saved) use(saved)
}

/**
 * Saves a draft a moment after each change, one save after another, each with the version that it continues: what another
 * tab has saved is never overwritten. A file that the library refuses does not keep the words from being saved. `flush` saves
 * at once and rejects if that fails. What is not saved yet is saved when the form is left.
 */
export const useAutosave = ({ book, isDeleting, latest, fields, file, image, onSaved }: AutosaveOptions) => {
  const [state, setState] = useState<SaveState>('saved')
  const [failure, setFailure] = useState<Failure>()
  const [refused, setRefused] = useState<{ file: File; failure: Failure }>()
  const stored = useRef<Content & { version: number }>({
    fields,
    file: undefined,
    image: undefined,
    version: book.version,
  })
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // A reference, since the form is left as soon as a save has ended.
  const mayLose = useRef(false)
  const { progress, upload } = useUpload()

  const contentNow = () => ({
    fields: latest.current,
    // Not the stored one either: how its chapters begin was forgotten when this one was chosen.
    file: file === refused?.file ? undefined : file,
    image,
  })
  const save = useLatest(async (redraws: boolean) => {
    const content = contentNow()
    const form = changesOf(content, stored.current, redraws)
    if (!form) {
      mayLose.current = false
      // What was said of a file stays while it is chosen.
      const left = file && file === refused?.file ? refused.failure : undefined
      setFailure(left)
      return setState((now) => (now === 'conflict' ? now : left ? 'rejected' : 'saved'))
    }
    form.append('version', String(stored.current.version))
    setState('saving')
    try {
      const size = form.has('pdfFile') ? (content.file?.size ?? 0) : 0
      mayLose.current ||= size > 0
      const answer = await upload((api) => api(saveDraft, { params: { id: book._id }, body: form }), size)
      stored.current = { ...content, version: answer.book.version }
      mayLose.current = false
      setFailure(undefined)
      setState(latest.current === content.fields ? 'saved' : 'unsaved')
      onSaved(answer)
    } catch (thrown) {
      const problem = toFailure(thrown, saveDraft)
      setFailure(problem)
      if (content.file && content.file !== stored.current.file && isAboutFile(thrown))
        setRefused({ file: content.file, failure: problem })
      mayLose.current = !isConflict(thrown) && !isRefused(thrown)
      setState(isConflict(thrown) ? 'conflict' : isRefused(thrown) ? 'rejected' : 'failed')
      throw thrown
    }
  })
  const flush = useCallback(
    ({ redraws = false } = {}) => {
      const next = queue.current.then(() => save.current(redraws))
      queue.current = next.catch(() => undefined)
      return next
    },
    [save],
  )

  // Before the next paint, which must not say that new words are saved.
  useLayoutEffect(() => {
    const isRefused = file === refused?.file
    // What was refused was taken back, or what is being saved: this is settled after the running save.
    if (!changesOf({ fields, file: isRefused ? undefined : file, image }, stored.current, false))
      return void flush().catch(() => undefined)
    setState((now) => (now === 'conflict' || now === 'saving' ? now : 'unsaved'))
    const timer = setTimeout(() => void flush().catch(() => undefined), DELAY_MS)
    return () => clearTimeout(timer)
  }, [fields, file, image, refused, flush])
  const leave = useLatest(() => {
    if (state === 'conflict' || isDeleting || !changesOf(contentNow(), stored.current, false)) return
    const saved = flush().catch(() => undefined)
    leftDrafts.set(book._id, saved)
    void saved.then(() => leftDrafts.delete(book._id))
  })
  useEffect(() => () => leave.current(), [leave])
  useEffect(() => {
    if (state !== 'failed') return
    const timer = setTimeout(() => void flush().catch(() => undefined), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state, flush])
  useEffect(() => {
    if (state === 'saved') return
    const saveNow = () => document.visibilityState === 'hidden' && void flush().catch(() => undefined)
    document.addEventListener('visibilitychange', saveNow)
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => {
      document.removeEventListener('visibilitychange', saveNow)
      window.removeEventListener('beforeunload', askBeforeUnload)
    }
  }, [state, flush])

  const errors = { ...failure?.errors, ...(file && file === refused?.file && refused.failure.errors) }
  /** Whether something may be lost if the form is left now: it could not be saved, or a file is being sent. */
  const losesOnLeave = () => mayLose.current && !isDeleting
  return { state, failure, errors, progress, flush, losesOnLeave }
}

const isOneOf = (thrown: unknown, types: readonly ProblemType[]) => types.some((type) => isProblem(thrown, type))
const isConflict = (thrown: unknown) =>
  isProblem(thrown, 'conflict') && Object.values(DRAFT_CONFLICTS).some(({ message }) => message === thrown.message)
const isAboutFile = (thrown: unknown) => isOneOf(thrown, ['too_large', 'unsupported', 'unreadable', 'conflict'])
/** Sent again, it would be refused again. */
const isRefused = (thrown: unknown) => isAboutFile(thrown) || isOneOf(thrown, ['validation', 'not_found', 'forbidden'])

/** The fields and files that are not stored yet; a drawn cover is drawn again on request, since it shows the words. */
const changesOf = (now: Content, stored: Content, redraws: boolean): FormData | undefined => {
  const { cover, coverSeed, chaptersByLooks, ...words } = now.fields
  const changed = Object.entries(words).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored.fields[name as keyof BookFields]),
  )
  // What begins its chapters is sent with the file alone.
  const isSent = now.file === stored.file && now.fields.chaptersByLooks === stored.fields.chaptersByLooks
  const file = isSent ? undefined : now.file
  const image = now.image === stored.image ? undefined : now.image
  const sendsCover =
    cover !== stored.fields.cover || coverSeed !== stored.fields.coverSeed || image || (redraws && cover === 'series')
  // An own cover is chosen before its image is.
  const isLacking = cover === 'image' && !now.image
  const sent = sendsCover && !isLacking ? cover : 'current'
  if (changed.length === 0 && !file && sent === 'current') return undefined
  const fields = Object.fromEntries(changed) as Omit<BookFields, 'cover' | 'coverSeed' | 'chaptersByLooks'>
  return bookFormData({ ...fields, chaptersByLooks, cover: sent, coverSeed, book: file, image: now.image })
}
