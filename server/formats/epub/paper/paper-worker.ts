import type { BookToTypeset } from '#server/formats/book-format.ts'
import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { XmlError } from '#server/formats/epub/read-xml.ts'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { PaperRejectedError } from './paper-error.ts'
import type { PaperResult } from './paper-process.ts'
import { loadTypesetter } from './typeset-book.ts'

handleTasks<BookToTypeset>(async () => {
  const typeset = await loadTypesetter()
  return async (task): Promise<PaperResult> => {
    try {
      return { made: await typeset(task) }
    } catch (error) {
      if (error instanceof PaperRejectedError) return { rejected: error.reason }
      if (error instanceof EpubRejectedError || error instanceof XmlError) return { rejected: 'too-complex' }
      throw error
    }
  }
})
