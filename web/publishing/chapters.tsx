import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { changeChapter, getChapter, publishChapter, removeChapter } from '#contract/calls/chapters.ts'
import type { Chapter, Chapters as Listed } from '#contract/chapters.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { CHAPTER_FORM, CHAPTERS } from '#web/messages/chapters.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ChapterForm } from './chapter-form.tsx'
import { ChapterRow } from './chapter-row.tsx'
import css from './chapters.module.css'
import { ConfirmDelete } from './confirm-delete.tsx'
import { PlanDialog } from './plan-dialog.tsx'

/** What is asked about a chapter. */
interface Asked {
  what: 'plan' | 'removal'
  chapter: Chapter
}

/** The list of chapters with all that their author does with them. */
export const Chapters = ({ bookId, listed: { chapters, mayChange, obstacle } }: { bookId: string; listed: Listed }) => {
  const [asked, setAsked] = useState<Asked>()
  // 'new', or the id of the chapter that is edited.
  const [form, setForm] = useState<string>()
  const hasForm = form === 'new' || chapters.some(({ _id }) => _id === form)
  const addButton = useRef<HTMLButtonElement>(null)
  const hadForm = useRef(false)
  useEffect(() => {
    if (hadForm.current && !hasForm) addButton.current?.focus()
    hadForm.current = hasForm
  }, [hasForm])
  const toast = useToast()
  const client = useQueryClient()
  const paramsOf = ({ _id: chapterId }: Chapter) => ({ params: { id: bookId, chapterId } })
  const changes = useChanges(() => {
    setAsked(undefined)
    // The button that was pressed may be gone.
    addButton.current?.focus()
  })
  const saved = (text: string) => {
    void client.invalidateQueries()
    toast.good(text)
    setForm(undefined)
  }
  const chosen = asked?.chapter
  const mayPublish = obstacle === null
  return (
    <>
      {obstacle && <Notice kind="info">{CHAPTERS.obstacles[obstacle]}</Notice>}
      {form === 'new' ? (
        <ChapterForm bookId={bookId} onSaved={() => saved(CHAPTER_FORM.saved)} onCancel={() => setForm(undefined)} />
      ) : form && hasForm ? (
        <EditChapter
          key={form}
          bookId={bookId}
          chapterId={form}
          onSaved={() => saved(CHAPTER_FORM.changed)}
          onCancel={() => setForm(undefined)}
        />
      ) : (
        mayChange &&
        mayPublish && (
          <Button ref={addButton} kind="strong" onClick={() => setForm('new')}>
            {CHAPTERS.add}
          </Button>
        )
      )}
      {chapters.length === 0 ? (
        <p className={css.empty}>{CHAPTERS.none}</p>
      ) : (
        <ol className={css.list} aria-label={CHAPTERS.list}>
          {chapters.map((chapter) => (
            <ChapterRow
              key={chapter._id}
              bookId={bookId}
              chapter={chapter}
              mayChange={mayChange}
              mayPublish={mayPublish}
              busy={changes.isPending}
              onPublish={() =>
                changes.mutate({
                  call: publishChapter,
                  done: CHAPTERS.published(chapter.title),
                  send: () => api(publishChapter, paramsOf(chapter)),
                })
              }
              onPlan={() => setAsked({ what: 'plan', chapter })}
              onCancelPlan={() =>
                changes.mutate({
                  call: changeChapter,
                  done: CHAPTERS.planCancelled,
                  send: () => api(changeChapter, { ...paramsOf(chapter), body: comingForm('') }),
                })
              }
              onEdit={() => setForm(chapter._id)}
              onRemove={() => setAsked({ what: 'removal', chapter })}
            />
          ))}
        </ol>
      )}
      {asked?.what === 'plan' && (
        <PlanDialog
          planned={asked.chapter.comingAt}
          call={changeChapter}
          field="comingAt"
          text={CHAPTERS.planText}
          send={async (time) => {
            const { comingAt } = await api(changeChapter, { ...paramsOf(asked.chapter), body: comingForm(time) })
            return comingAt && CHAPTERS.planned(formatTime(comingAt))
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDelete
        title={asked?.what === 'removal' ? chosen?.title : undefined}
        text={CHAPTERS.confirm(chosen?.title ?? '')}
        busy={changes.isPending}
        onCancel={() => setAsked(undefined)}
        onDelete={() =>
          chosen &&
          changes.mutate({
            call: removeChapter,
            done: CHAPTERS.removed(chosen.title),
            send: () => api(removeChapter, paramsOf(chosen)),
          })
        }
      />
    </>
  )
}

/** An empty time takes back the plan. */
const comingForm = (comingAt: string) => {
  const form = new FormData()
  form.set('comingAt', comingAt)
  return form
}

interface EditChapterProps {
  bookId: string
  chapterId: string
  onSaved: () => void
  onCancel: () => void
}

/** The form of a chapter once its text is loaded. */
const EditChapter = ({ bookId, chapterId, ...on }: EditChapterProps) => {
  const chapter = useQuery({
    ...query(getChapter, { params: { id: bookId, chapterId } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded query={chapter} call={getChapter} loading={CHAPTERS.loading}>
      {(data) => <ChapterForm bookId={bookId} chapter={data} {...on} />}
    </Loaded>
  )
}

interface Change {
  call: Pick<Call, 'failureMessage'>
  done: string
  send: () => Promise<unknown>
}

/** The changes of the list, one at a time. */
const useChanges = (onDone: () => void) => {
  const client = useQueryClient()
  return useAction({
    call: ({ call }: Change) => call,
    send: ({ send }) => send(),
    done: (_, { done }) => done,
    onDone: async () => {
      await client.invalidateQueries()
      onDone()
    },
  })
}
