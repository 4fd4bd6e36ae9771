import { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { ExportedBook } from './export-format.ts'
import type { BookRow, readChapters, readRights, readVersions } from './read-books.ts'

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>

interface BookRows {
  book: BookRow
  versions: Rows<typeof readVersions>
  chapters: Rows<typeof readChapters>
  rights: Rows<typeof readRights>
}

interface Files {
  /** Where a stored file is in the folder of the book; undefined if it is not there. */
  pathOf: (key: string | undefined) => string | undefined
  manuscriptKeyOf: (pdf: string) => string | undefined
  coverKey: string
  isNamed: boolean
  /** The export is that of one author. */
  isOfOne: boolean
}

const iso = (time: Date | null) => time?.toISOString()

/** What `book.json` says of a book. What is not said of it is absent. */
export const describeBook = (
  { book, versions, chapters, rights }: BookRows,
  { pathOf, manuscriptKeyOf, coverKey, isNamed, isOfOne }: Files,
): ExportedBook => {
  const { details, coAuthors } = book
  const { series, tags, ...said } = details
  const downloads: ExportedBook['downloads'] = details.downloads ?? 'file'
  const manuscriptOf = (row: {
    pdf: string | null
    manuscriptName: string | null
    manuscriptBytes: number | null
  }): Pick<ExportedBook, 'manuscript'> =>
    row.pdf === null || row.manuscriptName === null
      ? {}
      : {
          manuscript: defined({
            path: pathOf(manuscriptKeyOf(row.pdf)),
            name: row.manuscriptName,
            bytes: row.manuscriptBytes ?? 0,
          }),
        }
  const fileOf = (row: { pdf: string; pdfName: string; pdfBytes: number }) =>
    defined({ path: pathOf(row.pdf), name: row.pdfName, bytes: row.pdfBytes })
  return defined({
    id: book.id,
    title: book.title,
    author: book.author,
    penName: isOfOne && book.isUnderPenName ? (true as const) : undefined,
    coAuthors: coAuthors?.map(({ name }) => name),
    publisher: isNamed ? (book.publisher ?? undefined) : undefined,
    description: book.caption,
    genre: book.genre,
    tags,
    ...said,
    downloads,
    series: series && defined({ id: series._id, name: series.name, number: series.number }),
    state: book.state as ExportedBook['state'],
    hidden: book.isHiddenByModerators ? (true as const) : undefined,
    createdAt: book.createdAt.toISOString(),
    publishedAt: iso(book.publishedAt),
    publishAt: iso(book.publishAt),
    withdrawnAt: iso(book.withdrawnAt),
    views: book.views,
    premium: book.isPremium ? defined({ until: iso(book.premiumUntil) }) : undefined,
    featured: book.isFeatured ? (true as const) : undefined,
    commentRule: book.commentRule as ExportedBook['commentRule'],
    format: book.format as ExportedBook['format'],
    pageCount: book.pageCount,
    accessibility: book.accessibility === null ? undefined : BookAccessibility.parse(book.accessibility),
    file: fileOf(book),
    ...manuscriptOf(book),
    cover: defined({ path: pathOf(coverKey), seed: book.coverSeed ?? undefined }),
    version: book.version,
    versions:
      versions.length === 0
        ? undefined
        : versions.map((version) =>
            defined({
              number: version.number,
              note: version.note ?? undefined,
              createdAt: version.createdAt.toISOString(),
              format: version.format as ExportedBook['format'],
              pageCount: version.pageCount,
              file: fileOf(version),
              ...manuscriptOf(version),
            }),
          ),
    chapters:
      chapters.length === 0
        ? undefined
        : chapters.map((chapter) =>
            defined({
              title: chapter.title,
              createdAt: chapter.createdAt.toISOString(),
              addedAt: iso(chapter.addedAt),
              comingAt: iso(chapter.comingAt),
              version: chapter.version ?? undefined,
              ...manuscriptOf(chapter),
            }),
          ),
    rights:
      rights.length === 0
        ? undefined
        : rights.map(({ declaredAt, ...row }) => ({
            rights: row.rights as 'own' | 'free',
            declaredAt: declaredAt.toISOString(),
            sha256: row.sha256,
          })),
  })
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
}

/** Without the fields that are undefined. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>
