import { useRef } from 'react'
import { MARKS_MAX } from '#contract/values/marks.ts'
import { MARKS } from '#web/messages/marks.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './mark-list.module.css'
import type { Chapter, ListedMark } from './listed-marks.ts'
import type { MarkStore } from './mark-store.ts'

interface MarkFilesProps {
  store: MarkStore
  book: { _id: string; title: string; author: string }
  list: readonly ListedMark[]
  chapters: readonly Chapter[]
}

const FORMATS = ['markdown', 'csv', 'readwise', 'annotations'] as const
const IMPORT_MAX_BYTES = 20_000_000

/** Exports the marks of a book to files, and imports Web Annotations. */
export const MarkFiles = ({ store, book, list, chapters }: MarkFilesProps) => {
  const toast = useToast()
  const chooser = useRef<HTMLInputElement>(null)
  const exportAs = async (format: (typeof FORMATS)[number]) => {
    const [{ exportMarks }, { saveFile }] = await Promise.all([
      import('./export-marks.ts'),
      import('#web/ui/save-file.ts'),
    ])
    saveFile(exportMarks({ book, marks: list, chapters, address: window.location.origin }, format))
  }
  const importFile = async (file: File) => {
    const { newMarks, readAnnotations } = await import('./web-annotations.ts')
    const read = file.size <= IMPORT_MAX_BYTES ? readAnnotations(await file.text()) : undefined
    if (!read) return toast.bad(MARKS.notImported)
    if (read.length === 0) return toast.bad(MARKS.noneToImport)
    const marks = newMarks(list, read)
    if (list.length + marks.length > MARKS_MAX) return toast.bad(MARKS.full)
    if (marks.length > 0) await store.addAll(marks)
    toast.good(MARKS.imported(marks.length, read.length - marks.length))
  }
  return (
    <details className={css.files}>
      <summary>{MARKS.files}</summary>
      {list.length > 0 && (
        <div className={css.formats} role="group" aria-label={MARKS.exportAs}>
          {FORMATS.map((format) => (
            <Button
              key={format}
              kind="quiet"
              onClick={() => exportAs(format).catch(() => toast.bad(MARKS.notExported))}
            >
              {MARKS.formats[format]}
            </Button>
          ))}
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".jsonld,.json,application/ld+json,application/json"
        aria-label={MARKS.import}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) importFile(file).catch(() => toast.bad(MARKS.notImported))
          event.target.value = ''
        }}
      />
      <Button kind="quiet" onClick={() => chooser.current?.click()}>
        {MARKS.import}
      </Button>
    </details>
  )
}
