import { AUTHOR_MAX, CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { ImageRejectedError, rethrowImageError } from '#server/platform/images/image-error.ts'
import type { Services } from '#server/platform/services.ts'
import { inspectUpload, sumOfUpload } from './book-files.ts'
import { findSameFile } from './same-files.ts'
import { toldDetails } from '#server/publishing/told-details.ts'

/** The size in which a form shows the cover. */
const COVER_FORM = '-640.webp'

/** What an uploaded file says of itself, cut to what a form takes, and what is to be known of it; nothing of it is kept. */
export const inspectFile = async (
  services: Services,
  inspect: InspectFile,
  { file, caller }: { file: UploadedFile; caller: { id: string } },
) => {
  await using facts = await inspectUpload(services, {
    inspect,
    file,
    cover: undefined,
    advice: true,
    caller: caller.id,
  })
  const sum = await sumOfUpload(facts)
  return {
    format: facts.format.name,
    title: cut(facts.title, TITLE_MAX),
    author: cut(facts.author, AUTHOR_MAX),
    language: facts.language,
    description: cut(facts.description, CAPTION_MAX),
    ...toldDetails(facts),
    pageCount: facts.pageCount,
    cover: facts.cover ? await asDataUrl(services, facts.cover) : null,
    findings: facts.findings,
    preview: facts.manuscript ? (facts.preview ?? null) : null,
    chapterLines: facts.chapterLines ?? [],
    advice: facts.advice,
    sameFile: await findSameFile(services.db, { sum, userId: caller.id }),
  }
}

const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('').trimEnd()

/** Null for a picture that is no cover. */
const asDataUrl = async ({ images }: Services, picture: Buffer): Promise<string | null> => {
  try {
    const { files } = await images.encodeCover(picture)
    const shown = files.find(({ name }) => name === COVER_FORM)
    return shown ? `data:${shown.type};base64,${shown.bytes.toString('base64')}` : null
  } catch (error) {
    if (error instanceof ImageRejectedError) return null
    return rethrowImageError(error)
  }
}
