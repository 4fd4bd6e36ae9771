import type { BookList } from '#contract/lists.ts'
import { SHELF_PAGE } from '#contract/values/shelves.ts'

/** A page of a list for search engines: its books with their places. */
export const structuredList = (
  { name, words, owner, books, totalBooks, currentPage }: BookList,
  origin: string,
  path: string,
) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  url: origin + path,
  ...(words && { description: words }),
  author: { '@type': 'Person', name: owner.username },
  numberOfItems: totalBooks,
  itemListOrder: 'https://schema.org/ItemListOrderAscending',
  itemListElement: books.map(({ _id, title, author }, i) => ({
    '@type': 'ListItem',
    position: (currentPage - 1) * SHELF_PAGE + i + 1,
    item: { '@type': 'Book', name: title, author: { '@type': 'Person', name: author }, url: `${origin}/books/${_id}` },
  })),
})
