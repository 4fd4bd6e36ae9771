/** 'person' stands for all books, comments, ratings and lists of a person, also those that follow. */
export type HiddenKind = 'book' | 'comment' | 'person' | 'list'

/** The columns of `hidings` with the id of what is hidden. */
export const COLUMNS = { book: 'bookId', comment: 'commentId', person: 'userId', list: 'listId' } as const
