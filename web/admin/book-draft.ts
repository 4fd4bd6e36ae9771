import { useRef } from 'react'
import type { AdminBookDetail } from '#contract/admin.ts'
import { DETAIL_FIELDS, toDetailFields } from '#contract/shapes/detail-fields.ts'
import { pick } from '#contract/shapes/record-of.ts'
import { bookFormData } from '#web/publishing/book-form-data.ts'
import type { CoverChoice, BookFields } from '#web/publishing/check-book.ts'
import { DETAILS } from '#web/messages/book-details.ts'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { FILE_STEP, VERSIONS, WORDS_STEP } from '#web/messages/publishing.ts'
import { fromLocalField, toLocalField } from './format-dates.ts'
import { useDraftChanges } from './use-draft-changes.ts'

/** Premium and featured, as the form fields hold them. */
export interface Flags {
  isPremium: boolean
  /** As a datetime-local field holds it; empty for no end. */
  until: string
  isFeatured: boolean
}

/** Rights are declared, and pen names chosen, in the form of authors alone. */
type DraftFields = Omit<BookFields, 'rights' | 'penName'> & Flags
type TextField = Exclude<keyof DraftFields, keyof Flags | 'cover' | 'coverSeed' | 'changeNote' | 'chaptersByLooks'>

const TEXT_NAMES: Record<TextField, string> = {
  title: WORDS_STEP.bookTitle,
  author: WORDS_STEP.author,
  caption: WORDS_STEP.caption,
  genre: WORDS_STEP.genre,
  ...pick(DETAILS, DETAIL_FIELDS),
}
const TEXT_FIELDS = Object.keys(TEXT_NAMES) as TextField[]

const NAMES: Record<keyof DraftFields, string> = {
  ...TEXT_NAMES,
  cover: EDIT_BOOK.cover,
  coverSeed: EDIT_BOOK.cover,
  changeNote: VERSIONS.note,
  chaptersByLooks: FILE_STEP.title,
  isPremium: MANAGE_BOOKS.premium,
  until: EDIT_BOOK.until,
  isFeatured: EDIT_BOOK.featured,
}

/** The unsent changes to a book: its fields and its flags. */
export const useBookDraft = (book: AdminBookDetail) => {
  const { title, author, caption, genre, isPremium, isFeatured } = book
  const cover: CoverChoice = 'current'
  const now = {
    title,
    author,
    caption,
    genre,
    ...toDetailFields(book),
    cover,
    coverSeed: book.coverSeed ?? 0,
    changeNote: '',
    chaptersByLooks: undefined,
    isPremium,
    isFeatured,
    until: toLocalField(book.premiumDisplayUntil),
  }
  const { value, changes, isChanged, conflicts, change, clear } = useDraftChanges<DraftFields>(`book:${book._id}`, now)
  // Only these: the text fields are sent exactly as they are.
  const fields: BookFields = {
    ...pick(value, TEXT_FIELDS),
    cover: value.cover,
    coverSeed: value.coverSeed,
    changeNote: value.changeNote ?? '',
    chaptersByLooks: value.chaptersByLooks,
  }
  const latest = useRef(fields)
  latest.current = fields
  return {
    fields,
    latest,
    flags: { isPremium: value.isPremium, until: value.until, isFeatured: value.isFeatured } satisfies Flags,
    changes,
    isChanged,
    conflicts: conflicts.map((field) => ({ name: NAMES[field], now: String(now[field]) })),
    change: (patch: Partial<BookFields>) => change(patch),
    changeFlags: (patch: Partial<Flags>) => change(patch),
    clear,
  }
}

type Draft = Pick<ReturnType<typeof useBookDraft>, 'fields' | 'flags' | 'changes'>

/** Only the changed fields, so that the changes of others are not overwritten. */
export const toFormData = (
  { version }: AdminBookDetail,
  { fields, flags, changes }: Draft,
  files: { book: File | undefined; image: Blob | undefined },
): FormData => {
  const form = bookFormData({ ...fields, ...files })
  for (const name of TEXT_FIELDS) if (changes[name] === undefined) form.delete(name)
  if (changes.isPremium !== undefined || changes.until !== undefined) {
    const end = flags.isPremium ? fromLocalField(flags.until) : null
    form.append('isPremium', String(flags.isPremium))
    if (end) form.append('premiumDisplayUntil', end)
  }
  if (changes.isFeatured !== undefined) form.append('isFeatured', String(flags.isFeatured))
  form.append('version', String(version))
  return form
}
