import { Problem } from '#contract/api/problems.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { type BookPolicy, ownerPolicy } from './book-policy.ts'
import { addBook, type BookInput } from './publish-book.ts'
import { type BookChange, updateBook } from './update-book.ts'

type Optional<T> = { [Field in keyof T]?: T[Field] | undefined }
type DraftInput = Optional<Omit<BookInput, 'file'>> & Pick<BookInput, 'file'>

/** Begins a draft with its file. */
export const beginDraft = (services: Services, inspect: InspectFile, caller: Caller, input: DraftInput) => {
  const { title = '', author = '', caption = '', genre = '', cover = 'series', ...files } = input
  const words = { title, author, caption, genre, cover }
  return addBook(services, inspect, { publisherId: caller.id, input: { ...files, ...words }, state: 'draft' })
}

/** Saves fields of an own draft. Other books are changed by `editBook`, which lets nothing be empty. */
export const saveDraft = (
  services: Services,
  inspect: InspectFile,
  { id, caller, change }: { id: string; caller: Caller; change: BookChange },
) => updateBook(services, inspect, { id, policy: draftPolicy(caller), change })

const draftPolicy = (caller: Caller): BookPolicy => {
  const policy = ownerPolicy(caller)
  return {
    ...policy,
    mayChange: (book) => {
      if (policy.mayChange(book) && book.state !== 'draft') throw new Problem('noDraft')
      return policy.mayChange(book)
    },
  }
}
