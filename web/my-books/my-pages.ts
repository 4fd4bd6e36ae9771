import { MY_BOOKS } from '#web/messages/shelves.ts'

/** The pages of a reader's own things, which have one navigation. */
export const MY_PAGES: { to: string; label: string }[] = [{ to: '/my', label: MY_BOOKS.books }]
