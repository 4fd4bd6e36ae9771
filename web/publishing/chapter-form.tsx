import { useEffect, useRef, useState } from 'react'
import { addChapter, changeChapter } from '#contract/calls/chapters.ts'
import { CHAPTER_TITLE_MAX } from '#contract/values/chapters.ts'
import type { Chapter } from '#contract/chapters.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { CHAPTER_FORM } from '#web/messages/chapters.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Options, SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'
import css from './chapters.module.css'

interface ChapterFormProps {
  bookId: string
  /** The chapter that is edited, with its text if that is Markdown. */
  chapter?: (Chapter & { text: string | null }) | undefined
  onSaved: () => void
  onCancel: () => void
}

type Way = keyof typeof CHAPTER_FORM.ways

/** A new chapter or one that is not out: its title, and its text as pasted Markdown or as a file. */
export const ChapterForm = ({ bookId, chapter, onSaved, onCancel }: ChapterFormProps) => {
  const titleField = useRef<HTMLInputElement>(null)
  useEffect(() => titleField.current?.focus(), [])
  const [words, setWords, clear] = useUnsentDraft(`chapter:${bookId}:${chapter?._id ?? 'new'}`, {
    title: chapter?.title ?? '',
    text: chapter?.text ?? '',
  })
  const { title, text } = words
  const [file, setFile] = useState<File>()
  const [way, setWay] = useState<Way>(chapter && chapter.text === null && text === '' ? 'file' : 'paste')
  const keptName = way === 'file' && chapter?.text === null ? chapter.file?.name : undefined
  const form = useForm({
    call: addChapter,
    check: () => ({
      ...(title.trim() === '' && { title: CHAPTER_FORM.noTitle }),
      ...(way === 'paste' && text.trim() === '' && { file: CHAPTER_FORM.noText }),
      ...(way === 'file' && !file && keptName === undefined && { file: CHAPTER_FORM.noFile }),
    }),
    send: () => {
      const body = new FormData()
      body.set('title', title)
      if (way === 'file' && file) body.set('file', file, file.name)
      if (way === 'paste' && text !== chapter?.text) body.set('file', new Blob([text]), 'chapter.md')
      return chapter
        ? api(changeChapter, { params: { id: bookId, chapterId: chapter._id }, body })
        : api(addChapter, { params: { id: bookId }, body })
    },
    onSuccess: () => {
      clear()
      onSaved()
    },
  })
  const cancel = () => {
    clear()
    onCancel()
  }
  const name = chapter ? CHAPTER_FORM.edit : CHAPTER_FORM.add
  return (
    <form method="post" className={css.form} onSubmit={form.onSubmit} noValidate aria-label={name}>
      <h2>{name}</h2>
      <FormErrors {...form.summary} errors={form.errors} />
      <FailureNotice failure={form.failure} />
      <TextField
        label={CHAPTER_FORM.name}
        name="title"
        hint={CHAPTER_FORM.nameHint}
        error={form.errors['title']}
        maxLength={CHAPTER_TITLE_MAX}
        ref={titleField}
        value={title}
        onChange={({ target }) => setWords({ ...words, title: target.value })}
      />
      <SelectField
        label={CHAPTER_FORM.way}
        name="way"
        value={way}
        onChange={({ target }) => setWay(target.value as Way)}
      >
        <Options texts={CHAPTER_FORM.ways} />
      </SelectField>
      {way === 'paste' ? (
        <TextArea
          label={CHAPTER_FORM.text}
          name="file"
          hint={CHAPTER_FORM.textHint}
          error={form.errors['file']}
          font="reading"
          value={text}
          onChange={({ target }) => setWords({ ...words, text: target.value })}
        />
      ) : (
        <FileField
          label={CHAPTER_FORM.file}
          name="file"
          hint={keptName === undefined ? CHAPTER_FORM.fileHint : CHAPTER_FORM.keptFile(keptName)}
          error={form.errors['file']}
          accept=".docx,.odt,.fodt,.fb2,.md,.markdown,.mdown,.mkd,.txt,.zip"
          onFile={setFile}
        />
      )}
      <div className={css.actions}>
        <Button type="submit" kind="strong" busy={form.isPending}>
          {form.isPending ? CHAPTER_FORM.saving : CHAPTER_FORM.save}
        </Button>
        <Button kind="quiet" onClick={cancel}>
          {CHAPTER_FORM.cancel}
        </Button>
      </div>
    </form>
  )
}
