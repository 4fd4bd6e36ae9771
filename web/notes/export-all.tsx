import { useMutation } from '@tanstack/react-query'
import type { Format } from '#web/marks/export-marks.ts'
import { MARKS } from '#web/messages/marks.ts'
import { NOTES } from '#web/messages/notes.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './notes.module.css'

const FORMATS = ['markdown', 'csv', 'readwise', 'annotations'] as const satisfies Format[]

/** Saves all marks of all books as one file. */
export const ExportAll = () => {
  const toast = useToast()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: Format) => {
      const [{ loadAllMarks }, { exportAllMarks }, { saveFile }] = await Promise.all([
        import('./load-all-marks.ts'),
        import('#web/marks/export-marks.ts'),
        import('#web/ui/save-file.ts'),
      ])
      const books = await loadAllMarks()
      if (books.length === 0) return toast.bad(NOTES.nothingToExport)
      saveFile(exportAllMarks(books, format))
    },
    onError: () => toast.bad(NOTES.exportFailed),
  })
  return (
    <details className={css.files}>
      <summary>{NOTES.exportAll}</summary>
      <div role="group" aria-label={MARKS.exportAs}>
        {FORMATS.map((format) => (
          <Button
            key={format}
            kind="quiet"
            busy={isPending && variables === format}
            onClick={() => !isPending && mutate(format)}
          >
            {isPending && variables === format ? NOTES.exporting : MARKS.formats[format]}
          </Button>
        ))}
      </div>
    </details>
  )
}
