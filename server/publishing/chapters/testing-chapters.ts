import * as calls from '#contract/chapters.ts'
import { publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'

/** A book of two chapters in Markdown. */
const TWO_CHAPTERS = '# Dusk\n\nThe lamps were lit one by one.\n\n# Dawn\n\nThey were put out again.\n'

interface ChapterWords {
  title?: string
  text?: string | Uint8Array
  name?: string
  comingAt?: string
}

/** A form for a chapter, as the studio sends it. */
export const chapterForm = ({ title, text, name = 'chapter.md', comingAt }: ChapterWords): FormData => {
  const form = new FormData()
  if (title !== undefined) form.set('title', title)
  if (comingAt !== undefined) form.set('comingAt', comingAt)
  if (text !== undefined) form.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name)
  return form
}

/** Publishes a book that was made of a manuscript. Returns its id. */
export const aManuscriptBook = async (site: TestSite, author: Person, text = TWO_CHAPTERS): Promise<string> => {
  const body = aBookForm({ pdf: new Blob([text]), pdfFileName: 'lamp.md' })
  return (await site.api(author)(publishBook, { body })).book._id
}

export const addChapter = (site: TestSite, author: Person, id: string, words: ChapterWords) =>
  site.api(author)(calls.addChapter, {
    params: { id },
    body: chapterForm({ title: 'Chapter 3: The Ford', text: 'They crossed the cold water.\n', ...words }),
  })
