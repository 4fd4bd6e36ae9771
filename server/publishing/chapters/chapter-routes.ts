import * as calls from '#contract/chapters.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { authorizeBookChange, ownerPolicy } from '#server/publishing/book-policy.ts'
import { addChapter, changeChapter, getChapter, getChapterFile, listChapters, removeChapter } from './chapters.ts'
import { publishChapter } from './publish-chapter.ts'

export const chapterRoutes = (
  serve: Serve,
  services: Services,
  { inspect, sign }: { inspect: InspectFile; sign: Sign },
) => {
  serve(calls.listChapters, ({ params: { id }, caller }) => listChapters(services, { id, caller }))
  serve(
    calls.addChapter,
    ({ params: { id }, body, caller }) => addChapter(services, inspect, { id, caller, input: body }),
    { authorize: ({ params, caller }) => authorizeBookChange(services.db, ownerPolicy(caller), params.id) },
  )
  serve(calls.getChapter, ({ params, caller }) => getChapter(services, { ...params, caller }))
  serve(
    calls.changeChapter,
    ({ params, body, caller }) => changeChapter(services, inspect, { ...params, caller, change: body }),
    { authorize: ({ params, caller }) => authorizeBookChange(services.db, ownerPolicy(caller), params.id) },
  )
  serve(calls.removeChapter, ({ params, caller }) => removeChapter(services, { ...params, caller }))
  serve(calls.publishChapter, ({ params, caller }) => publishChapter(services, inspect, { ...params, caller }))
  serve(calls.getChapterFile, ({ params, caller }) => getChapterFile(services, sign, { ...params, caller }))
}
