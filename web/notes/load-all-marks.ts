import { ALL_MARKS_MAX } from '#contract/values/marks.ts'
import { listAllMarks } from '#contract/calls/marks.ts'
import type { MarkInBook } from '#contract/marks.ts'
import { api } from '#web/api/api-client.ts'
import type { ExportedBook } from '#web/marks/export-marks.ts'
import { NOTES } from '#web/messages/notes.ts'

/** All marks by book, as they are exported. */
export const loadAllMarks = async (): Promise<ExportedBook[]> => {
  const marks: MarkInBook[] = []
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const loaded = await api(listAllMarks, { query: { order: 'book', limit: ALL_MARKS_MAX, page } })
    marks.push(...loaded.marks)
    pages = loaded.totalPages
  }
  return [...Map.groupBy(marks, ({ book }) => book._id).values()].map((own) => {
    const { _id = '', title, author } = own[0]?.book ?? {}
    return {
      book: { _id, title: title ?? NOTES.hiddenBook, author: author ?? '' },
      marks: own.map(({ id, content }) => ({ id, content, page: content.anchors[0]?.page })),
      chapters: [],
      address: window.location.origin,
    }
  })
}
