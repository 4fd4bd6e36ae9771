import { useRef } from 'react'
import type { AdminBookDetail } from '#contract/admin.ts'
import { bookFormData } from '#web/publishing/book-form-data.ts'
import type { CoverChoice, Words } from '#web/publishing/check-book.ts'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin.ts'
import { WORDS_STEP } from '#web/messages/publishing.ts'
import { fromLocalField, toLocalField } from './format-dates.ts'
import { useDraftChanges } from './use-draft-changes.ts'

/** What the house says of a book: what the browser's own fields hold. */
export interface Flags {
  isPremium: boolean
  /** As a field for date and time has it; empty for no end. */
  until: string
  isFeatured: boolean
}

const NAMES: Record<keyof (Words & Flags), string> = {
  title: WORDS_STEP.bookTitle,
  author: WORDS_STEP.author,
  caption: WORDS_STEP.caption,
  genre: WORDS_STEP.genre,
  cover: EDIT_BOOK.cover,
  isPremium: MANAGE_BOOKS.premium,
  until: EDIT_BOOK.until,
  isFeatured: EDIT_BOOK.featured,
}

/** What is typed over a book, its words and what the house says of it. */
export const useBookDraft = (book: AdminBookDetail) => {
  const { title, author, caption, genre, isPremium, isFeatured } = book
  const cover: CoverChoice = 'kept'
  const now = {
    title,
    author,
    caption,
    genre,
    cover,
    isPremium,
    isFeatured,
    until: toLocalField(book.premiumDisplayUntil),
  }
  const { value, changes, isChanged, overtaken, change, clear } = useDraftChanges<Words & Flags>(
    `book:${book._id}`,
    now,
  )
  // Not the whole value: what is sent as words is exactly this.
  const words: Words = {
    title: value.title,
    author: value.author,
    caption: value.caption,
    genre: value.genre,
    cover: value.cover,
  }
  const latest = useRef(words)
  latest.current = words
  return {
    words,
    latest,
    flags: { isPremium: value.isPremium, until: value.until, isFeatured: value.isFeatured } satisfies Flags,
    changes,
    isChanged,
    overtaken: overtaken.map((field) => ({ name: NAMES[field], now: String(now[field]) })),
    change: (patch: Partial<Words>) => change(patch),
    changeFlags: (patch: Partial<Flags>) => change(patch),
    clear,
  }
}

type Draft = Pick<ReturnType<typeof useBookDraft>, 'words' | 'flags' | 'changes'>

const WORDS = ['title', 'author', 'caption', 'genre'] as const

/** What is changed, and nothing else: what another has changed meanwhile stays. */
export const toFormData = (
  { version }: AdminBookDetail,
  { words, flags, changes }: Draft,
  files: { pdf: File | undefined; image: Blob | undefined },
): FormData => {
  const form = bookFormData({ ...words, ...files })
  for (const name of WORDS) if (changes[name] === undefined) form.delete(name)
  if (changes.isPremium !== undefined || changes.until !== undefined) {
    const end = flags.isPremium ? fromLocalField(flags.until) : null
    form.append('isPremium', String(flags.isPremium))
    if (end) form.append('premiumDisplayUntil', end)
  }
  if (changes.isFeatured !== undefined) form.append('isFeatured', String(flags.isFeatured))
  form.append('version', String(version))
  return form
}
