import { Problem } from '#contract/api/problems.ts'
import { type Sign, signedQuery } from '#server/books/read-book.ts'
import { extensionOf, savedFileName } from '#server/formats/book-file-name.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { ownScope, readBookForView } from './book-policy.ts'
import { listVersions } from './versions/list-versions.ts'

/** A link to the manuscript of a version, for the publisher of the book and its co-authors. */
export const getManuscript = async (
  services: Services,
  sign: Sign,
  { id, number, caller }: { id: string; number: number; caller: Caller },
) => {
  const book = await readBookForView(services.db, caller, id)
  const version = (await listVersions(services, { id, caller })).find((one) => one.number === number)
  if (!version?.manuscript) throw new Problem('versionNotFound')
  const { name } = version.manuscript
  const saved = savedFileName(book, { extension: extensionOf(name) })
  const query = signedQuery(services, sign, id, ownScope(book, caller), number)
  const origin = services.settings.filesOrigin ?? ''
  return { name, downloadUrl: `${origin}/files/manuscript/${id}/${encodeURIComponent(saved)}?${query}` }
}
