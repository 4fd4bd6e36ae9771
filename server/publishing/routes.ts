import { Problem } from '#contract/api/problems.ts'
import * as penNames from '#contract/pen-names.ts'
import * as calls from '#contract/publishing.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import { bookFileLinks, type Sign } from '#server/books/read-book.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Caller, Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { authorizeBookChange, authorPolicy, ownerPolicy, ownScope, readBookForView } from './book-policy.ts'
import { chapterRoutes } from './chapters/chapter-routes.ts'
import { coAuthorRoutes } from './co-authors/co-author-routes.ts'
import { deleteBook } from './delete-book.ts'
import { beginDraft, saveDraft } from './drafts.ts'
import { editedBook } from './edited-book.ts'
import { inspectFile } from './files/inspect-file.ts'
import {
  createPenName,
  deletePenName,
  listPenNames,
  readPenName,
  removePenNameImage,
  setPenNameImage,
  updatePenName,
} from './pen-names/pen-names.ts'
import { publishBook, requireImage, withFile } from './publish-book.ts'
import { publishHandbooks } from './publish-handbooks.ts'
import { setBookState } from './set-book-state.ts'
import { updateBook } from './update-book.ts'
import { paperRoutes } from './paper/paper-routes.ts'
import { versionRoutes } from './versions/version-routes.ts'

export const publishingRoutes = (
  serve: Serve,
  services: Services,
  { inspect, sign }: { inspect: InspectFile; sign: Sign },
) => {
  serve(
    calls.publishBook,
    ({ body, caller }) => publishBook(services, inspect, { publisherId: caller.id, input: withFile(body) }),
    { prepare: requireImage },
  )
  serve(
    calls.editBook,
    async ({ params: { id }, body, caller }) => {
      const { findings } = await updateBook(services, inspect, {
        id,
        policy: authorPolicy(caller),
        change: withFile(body),
      })
      const row = await selectAllBooks(services.db).where('books.id', '=', id).executeTakeFirst()
      if (!row) throw new Problem('bookNotFound')
      return { book: toBook(services.settings.filesOrigin)(row), ...(findings.length > 0 && { findings }) }
    },
    { authorize: ({ params, caller }) => authorizeBookChange(services.db, authorPolicy(caller), params.id) },
  )
  serve(calls.deleteBook, async ({ params: { id }, caller }) => {
    await deleteBook(services, { id, policy: authorPolicy(caller) })
    return { message: 'Book deleted successfully' }
  })
  const edited = async (caller: Caller, id: string, findings: string[] = []) => ({
    book: await editedBook(services, sign, caller, id),
    ...(findings.length > 0 && { findings }),
  })
  serve(calls.beginDraft, async ({ body, caller }) => {
    const { id, findings } = await beginDraft(services, inspect, caller, withFile(body))
    return edited(caller, id, findings)
  })
  serve(
    calls.saveDraft,
    async ({ params: { id }, body, caller }) => {
      const { findings } = await saveDraft(services, inspect, { id, caller, change: withFile(body) })
      return edited(caller, id, findings)
    },
    { authorize: ({ params, caller }) => authorizeBookChange(services.db, ownerPolicy(caller), params.id) },
  )
  serve(calls.setBookState, async ({ params: { id }, body, caller }) => {
    await setBookState(services, inspect, { id, caller, target: body })
    return edited(caller, id)
  })
  serve(calls.getOwnBook, ({ params: { id }, caller }) => editedBook(services, sign, caller, id))
  serve(calls.getOwnBookFile, async ({ params: { id }, caller }) => {
    const book = await readBookForView(services.db, caller, id)
    return bookFileLinks(services, sign, { id, userId: caller.id, scope: ownScope(book, caller) })
  })
  serve(penNames.listPenNames, ({ caller }) => listPenNames(services.db, caller.id))
  serve(penNames.createPenName, ({ body, caller }) => createPenName(services, caller.id, body))
  serve(penNames.updatePenName, ({ params, body, caller }) =>
    updatePenName(services, caller.id, { ...params, ...body }),
  )
  serve(
    penNames.setPenNameImage,
    ({ params: { id }, body, caller }) => setPenNameImage(services, { userId: caller.id, id }, body.image),
    {
      authorize: async ({ params: { id }, caller }) => {
        await readPenName(services.db, caller.id, id)
      },
    },
  )
  serve(penNames.removePenNameImage, ({ params: { id }, caller }) =>
    removePenNameImage(services, { userId: caller.id, id }),
  )
  serve(penNames.deletePenName, ({ params, caller }) => deletePenName(services, caller.id, params.id))
  versionRoutes(serve, services, { inspect, sign })
  paperRoutes(serve, services, { sign })
  chapterRoutes(serve, services, { inspect, sign })
  coAuthorRoutes(serve, services, sign)
  serve(calls.inspectFile, ({ body, caller }) => inspectFile(services, inspect, { file: body.file, caller }))
  serve(calls.publishHandbooks, ({ caller }) => publishHandbooks(services, inspect, caller.id))
}
